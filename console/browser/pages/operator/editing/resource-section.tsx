import { useState } from 'preact/hooks'
import { Badge } from '../../../components/badge.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { ConfirmButton } from '../../../components/confirm.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { SelectField, TextField } from '../../../components/fields.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { asForm } from '../../../editing/input-field.ts'
import { useFormats } from '../../../text/format.ts'
import { useLanguage } from '../../../text/language.tsx'
import { valueLabel } from './labels.ts'
import { itemCode, itemName } from './item-name.ts'
import { ItemEditor, NewItem } from './item-editor.tsx'
import type { EditedItem, Resource } from './resources.ts'

/** In place of an id. */
const newItem = 'new'

/** The items of one resource; each can be opened to change it, and new ones added. */
export function ResourceSection({ resource }: { resource: Resource }) {
  const { language, translate } = useLanguage()
  const formats = useFormats()
  const [isActive, setActive] = useState(true)
  const [search, setSearch] = useState('')
  const searched = useSettled(search.trim())
  const [opened, setOpened] = useState<string | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const update = useMutation(resource.update.document)
  const pages = usePages(`${isActive} ${searched}`, async (api, after) => {
    const result = await api.query(resource.list, {
      after,
      ...(resource.sale ? { isActive, search: searched || null } : {}),
    })
    if ('failure' in result) return result
    const { nodes, pageInfo, totalCount } = result.data.page
    return { data: { items: nodes, ...pageInfo, total: totalCount } }
  })
  const close = (): void => {
    setOpened(null)
    setAdded(null)
    pages.reload()
  }
  if (opened === newItem)
    return (
      <NewItem
        resource={resource}
        onCreated={(id) => {
          setAdded(id)
          setOpened(id)
        }}
        onClose={close}
      />
    )
  if (opened !== null)
    return <ItemEditor key={opened} resource={resource} id={opened} isNew={opened === added} onClose={close} />

  const columns: readonly Column<EditedItem>[] = [
    {
      key: 'name',
      header: translate('operator.name'),
      width: '1fr',
      cell: (one) => (
        <button type="button" class="link" onClick={() => setOpened(one.id)}>
          <bdi>{itemName(one, language)}</bdi>
        </button>
      ),
    },
    { key: 'code', header: translate('operator.code'), width: '16rem', cell: (one) => <code>{itemCode(one)}</code> },
    ...(resource.subject === 'COUPON' ? [usesColumn()] : []),
    {
      key: 'version',
      header: translate('edit.version'),
      width: '6rem',
      isNumber: true,
      cell: ({ version }) => formats.count(version),
    },
    { key: 'state', header: translate('operator.state'), width: '13rem', cell: stateCell },
  ]

  function usesColumn(): Column<EditedItem> {
    return {
      key: 'uses',
      header: translate('operator.uses'),
      width: '9rem',
      isNumber: true,
      cell: ({ usageCount = 0, stored }) => {
        const limit = asForm(stored)['usageLimit']
        return typeof limit === 'number'
          ? translate('operator.usesOf', { used: usageCount, limit })
          : formats.count(usageCount)
      },
    }
  }

  function stateCell(item: EditedItem) {
    const { id, version, stored, usageCount, isActive: isOnSale } = item
    const inUse = asForm(stored)['isActive']
    const switchTo = (isActive: boolean): void =>
      void update.run({ input: { id, version, isActive } }).then((data) => data && pages.reload())
    const state = isOnSale ?? (typeof inUse === 'boolean' ? inUse : null)
    if (state === null) {
      const { status } = asForm(stored)
      return typeof status === 'string' ? valueLabel(language, 'PromotionStatus', status) : null
    }
    return (
      <>
        <Badge tone={state ? 'good' : 'neutral'}>{translate(state ? 'webhooks.on' : 'webhooks.off')}</Badge>{' '}
        {inUse === true && (
          <ConfirmButton
            label={translate('webhooks.switchOff')}
            look="link"
            disabled={update.isRunning}
            onConfirm={() => switchTo(false)}
          >
            <p>
              {translate('edit.switchOffSure', { name: itemName(item, language) })}{' '}
              {usageCount !== undefined && translate('edit.usesSoFar', { count: formats.count(usageCount) })}
            </p>
          </ConfirmButton>
        )}
        {inUse === false && (
          <button type="button" class="link" disabled={update.isRunning} onClick={() => switchTo(true)}>
            {translate('webhooks.switchOn')}
          </button>
        )}
      </>
    )
  }

  return (
    <section>
      <div class="tools">
        <h2>{translate(resource.title)}</h2>
        <button type="button" onClick={() => setOpened(newItem)}>
          {translate('edit.add')}
        </button>
        {resource.sale && (
          <>
            <SelectField
              label={translate('operator.state')}
              value={String(isActive)}
              options={[
                { value: 'true', label: translate('edit.onSale') },
                { value: 'false', label: translate('edit.offSale') },
              ]}
              onChange={(chosen) => setActive(chosen === 'true')}
            />
            <TextField label={translate('operator.search')} value={search} onChange={setSearch} />
          </>
        )}
      </div>
      <FailureNotice failure={pages.failure ?? update.failure} />
      <Table
        label={translate(resource.title)}
        columns={columns}
        rows={pages.items}
        total={pages.total}
        isLoading={pages.isLoading}
        keyOf={({ id }) => id}
        onEnd={pages.loadMore}
      />
    </section>
  )
}
