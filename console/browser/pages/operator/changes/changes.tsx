import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { Facts, SelectField, TextField } from '../../../components/fields.tsx'
import { addDays } from '../../../components/local-date.ts'
import { Table, type Column } from '../../../components/table.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { AllChangesDocument, type ChangeItemFragment, type ChangeSubjectType } from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'
import { authorOf, ChangedMembers } from '../editing/change-records.tsx'
import { inputOfSubject } from '../editing/resources.ts'

/** In the order in which the filter offers them. */
const types: readonly ChangeSubjectType[] = [
  'ANY',
  'RESERVATION',
  'CENOTE',
  'TOUR',
  'AMENITY',
  'REVIEW',
  'CLOSURE',
  'SLOT_OVERRIDE',
  'SPECIAL_EVENT',
  'AGE_CONFIGURATION',
  'CENOTE_SERVICE',
  'DISCOUNT_RULE',
  'PROMOTION',
  'COUPON',
  'TRANSPORT_OPTION',
  'TRANSPORT_GROUP_DISCOUNTS',
  'CHARGES',
  'EXCHANGE_RATES',
  'PARTNER',
  'PARTNER_SETTINGS',
  'API_KEY',
]

interface Filter {
  readonly type: ChangeSubjectType
  readonly id: string
  readonly by: string
  readonly from: string
  readonly to: string
}

const all: Filter = { type: 'ANY', id: '', by: '', from: '', to: '' }

/** Midnight of a day in the browser's time zone; null without a day. */
const startOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T00:00:00`).toISOString())

/** Changes of everything, by administration and by operators at reservations. */
export function Changes() {
  const translate = useText()
  const formats = useFormats()
  const [filter, setFilter] = useState(all)
  const [open, setOpen] = useState<ChangeItemFragment | null>(null)
  const set = (changed: Partial<Filter>): void => setFilter((before) => ({ ...before, ...changed }))
  const settled = useSettled(JSON.stringify(filter))
  const { items, total, failure, loadMore, reload, isLoading } = usePages(settled, async (api, after) => {
    const { type, id, by, from, to } = JSON.parse(settled) as Filter
    const result = await api.query(AllChangesDocument, {
      of: { type, id: type === 'ANY' ? '*' : id.trim() || '*' },
      by: visibleText(by),
      from: startOf(from),
      to: startOf(to === '' ? '' : addDays(to, 1)),
      after,
    })
    if ('failure' in result) return result
    const { nodes, pageInfo, totalCount } = result.data.changes
    return { data: { items: nodes, ...pageInfo, total: totalCount } }
  })
  const typeLabel = (type: ChangeSubjectType): string => translateValue(translate, 'changes.of', type)
  const columns: readonly Column<ChangeItemFragment>[] = [
    { key: 'at', header: translate('events.at'), width: '13rem', cell: ({ at }) => formats.minute(at) },
    {
      key: 'by',
      header: translate('changes.person'),
      width: '1fr',
      cell: (change) => {
        const { by } = change
        const author = authorOf(change, translate)
        return by?.keyId == null ? (
          author
        ) : (
          <button type="button" class="link" onClick={() => set({ by: by.keyId ?? '' })}>
            <bdi>{author}</bdi>
          </button>
        )
      },
    },
    {
      key: 'action',
      header: translate('changes.action'),
      width: '10rem',
      cell: (change) => (
        <button type="button" class="link" onClick={() => setOpen(change)}>
          {translateValue(translate, 'change', change.action)}
        </button>
      ),
    },
    {
      key: 'type',
      header: translate('changes.thing'),
      width: '12rem',
      cell: ({ subject }) => (
        <button type="button" class="link" onClick={() => set(subject)}>
          {typeLabel(subject.type)}
        </button>
      ),
    },
    { key: 'id', header: translate('changes.id'), width: '1fr', cell: ({ subject }) => <SubjectId {...subject} /> },
  ]
  return (
    <section>
      <div class="filters">
        <TextField
          label={translate('changes.person')}
          hint={translate('changes.personHint')}
          value={filter.by}
          onChange={(by) => set({ by })}
        />
        <SelectField
          label={translate('changes.thing')}
          value={filter.type}
          options={types.map((type) => ({ value: type, label: typeLabel(type) }))}
          onChange={(type) => set({ type, id: '' })}
        />
        {filter.type !== 'ANY' && (
          <TextField label={translate('changes.id')} value={filter.id} onChange={(id) => set({ id })} />
        )}
        <TextField
          label={translate('changes.fromDay')}
          type="date"
          value={filter.from}
          onChange={(from) => set({ from })}
        />
        <TextField label={translate('changes.toDay')} type="date" value={filter.to} onChange={(to) => set({ to })} />
        <button type="button" disabled={isLoading} onClick={() => setFilter(all)}>
          {translate('changes.clear')}
        </button>
        <button type="button" disabled={isLoading} onClick={reload}>
          {translate('keys.reload')}
        </button>
      </div>
      <FailureNotice failure={failure} />
      <Table
        label={translate('changes.title')}
        columns={columns}
        rows={items}
        total={total}
        isLoading={isLoading}
        keyOf={({ id }) => id}
        onEnd={loadMore}
      />
      {open && (
        <Dialog
          title={`${translateValue(translate, 'change', open.action)}: ${typeLabel(open.subject.type)}`}
          onClose={() => setOpen(null)}
        >
          <Facts
            facts={[
              [translate('events.at'), formats.instant(open.at)],
              [translate('changes.person'), <bdi>{authorOf(open, translate)}</bdi>],
              [translate('changes.id'), <SubjectId {...open.subject} />],
            ]}
          />
          <ChangedMembers input={inputOfSubject(open.subject.type)} change={open} />
        </Dialog>
      )}
    </section>
  )
}

function SubjectId({ type, subjectId: id }: ChangeItemFragment['subject']) {
  if (type === 'RESERVATION') return <Link to={`/reservations/${id}`}>{id}</Link>
  if (type === 'PARTNER') return <Link to={`/operator/partners/${id}`}>{id}</Link>
  return <code>{id}</code>
}
