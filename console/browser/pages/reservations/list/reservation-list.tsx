import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Failure } from '../../../api/failure.ts'
import { usePages } from '../../../api/use-pages.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { useEvents } from '../../../events/use-events.ts'
import {
  ReservationsDocument,
  type ReservationRowFragment,
  type ReservationSort,
} from '../../../generated/operations.ts'
import { Link, replaceAddress, useAddress } from '../../../navigation/navigation.tsx'
import { useFormats } from '../../../text/format.ts'
import { useIsOperator, useSession } from '../../../session/context.tsx'
import { useText } from '../../../text/language.tsx'
import { FilterForm } from './filter-form.tsx'
import { addressOf, conditionsOf, exportParametersOf, filterIn, type FilterValues } from './filter.ts'
import { applyEvents } from './live-list.ts'

const pageSize = 100

export function ReservationList() {
  const translate = useText()
  const isOperator = useIsOperator()
  const { query } = useAddress()
  const [values, setValues] = useState(() => filterIn(query))
  const settled = useSettled(values)
  const [elsewhere, setElsewhere] = useState(0)
  const pages = usePages(JSON.stringify(settled), async (api, after) => {
    const [field, direction] = settled.sort.split('.') as [
      ReservationSort['field'],
      NonNullable<ReservationSort['direction']>,
    ]
    const result = await api.query(ReservationsDocument, {
      filter: conditionsOf(settled),
      sort: { field, direction },
      first: pageSize,
      after,
      isOperator,
    })
    if ('failure' in result) return result
    const { nodes, pageInfo, totalCount } = result.data.reservations
    return { data: { items: nodes, ...pageInfo, total: totalCount } }
  })
  const { items, total, failure, isLoading, loadMore, reload, update } = pages

  useEffect(() => {
    replaceAddress(`/reservations${addressOf(settled)}`)
    setElsewhere(0)
  }, [settled])
  useEvents((batch) => {
    const change = applyEvents(items, batch, settled)
    update((latest) => applyEvents(latest, batch, settled).rows, change.added)
    setElsewhere((before) => before + change.elsewhere)
  })

  return (
    <section>
      <FilterForm values={values} onChange={setValues} />
      <FailureNotice failure={failure} />
      <div class="tools">
        <p role="status" class="hint">
          {isLoading ? translate('common.loading') : translate('list.shown', { shown: items.length, total })}
        </p>
        <ExportButton values={settled} />
      </div>
      {elsewhere > 0 && (
        <p class="notice">
          {translate('reservations.more', { count: elsewhere })}{' '}
          <button
            type="button"
            onClick={() => {
              setElsewhere(0)
              reload()
            }}
          >
            {translate('reservations.reload')}
          </button>
        </p>
      )}
      <ReservationTable rows={items} total={total} onEnd={loadMore} />
    </section>
  )
}

/** Saves all reservations that meet the filters, in the order of the file. */
function ExportButton({ values }: { values: FilterValues }) {
  const translate = useText()
  const { api } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)
  async function save(): Promise<void> {
    setSaving(true)
    setFailure(await api.download('reservations.csv', exportParametersOf(values)))
    setSaving(false)
  }
  return (
    <>
      <button type="button" disabled={isSaving} onClick={() => void save()}>
        {translate('reservations.export')}
      </button>
      <FailureNotice failure={failure} />
    </>
  )
}

interface ReservationTableProperties {
  readonly rows: readonly ReservationRowFragment[]
  readonly total: number
  onEnd?(): void
}

export function ReservationTable({ rows, total, onEnd }: ReservationTableProperties) {
  const translate = useText()
  const formats = useFormats()
  const isOperator = useIsOperator()
  const columns = useMemo<readonly Column<ReservationRowFragment>[]>(
    () => [
      {
        key: 'reference',
        header: translate('reservations.reference'),
        width: '8rem',
        cell: ({ bookingReference }) => <Link to={`/reservations/${bookingReference}`}>{bookingReference}</Link>,
      },
      {
        key: 'status',
        header: translate('reservations.status'),
        width: '8rem',
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      ...(isOperator
        ? [
            {
              key: 'partner',
              header: translate('reservations.partner'),
              width: '1fr',
              cell: ({ partner }: ReservationRowFragment) => <bdi>{partner?.name}</bdi>,
            },
          ]
        : []),
      {
        key: 'cenote',
        header: translate('reservations.cenote'),
        width: '1.2fr',
        cell: ({ cenote }) => <bdi>{cenote.name}</bdi>,
      },
      {
        key: 'visit',
        header: translate('reservations.visit'),
        width: '11rem',
        cell: ({ visitDate, visitTime }) => `${formats.date(visitDate)} ${visitTime}`,
      },
      {
        key: 'guest',
        header: translate('reservations.guest'),
        width: '1.5fr',
        cell: ({ guest }) => <bdi>{guest.name || guest.email || translate('reservations.unknownGuest')}</bdi>,
      },
      {
        key: 'people',
        header: translate('reservations.people'),
        width: '5rem',
        isNumber: true,
        cell: ({ visitors }) => visitors.total,
      },
      {
        key: 'total',
        header: translate('reservations.total'),
        width: '8rem',
        isNumber: true,
        cell: ({ pricing }) => formats.money(pricing.totalCents, pricing.currency),
      },
      {
        key: 'made',
        header: translate('reservations.made'),
        width: '13rem',
        cell: ({ createdAt }) => formats.minute(createdAt),
      },
    ],
    [translate, formats, isOperator],
  )
  return (
    <Table
      label={translate('reservations.title')}
      columns={columns}
      rows={rows}
      total={total}
      keyOf={({ id }) => id}
      {...(onEnd ? { onEnd } : {})}
    />
  )
}
