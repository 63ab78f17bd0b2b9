import { useEffect, useState } from 'preact/hooks'
import { DeliveryBadge } from '../../../components/badge.tsx'
import { usePages } from '../../../api/use-pages.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { SelectField } from '../../../components/fields.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import {
  DeliveriesDocument,
  type DeliveryItemFragment,
  type WebhookDeliveryStatus,
} from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { wordsOf } from './type-names.ts'

const statuses: readonly WebhookDeliveryStatus[] = ['PENDING', 'SUCCEEDED', 'FAILED', 'DEAD']
/** Deliveries are no events of the API: the list is read again while it is shown. */
const reloadMilliseconds = 5_000

export function Deliveries({ webhookId }: { webhookId: string }) {
  const translate = useText()
  const formats = useFormats()
  const [status, setStatus] = useState<WebhookDeliveryStatus | ''>('')
  const [open, setOpen] = useState<string | null>(null)
  const { items, total, failure, loadMore, refresh, isLoading } = usePages(
    `${webhookId} ${status}`,
    async (api, after) => {
      const result = await api.query(DeliveriesDocument, { webhookId, status: status || null, filter: null, after })
      if ('failure' in result) return result
      const { nodes, pageInfo, totalCount } = result.data.webhookDeliveries
      return { data: { items: nodes, ...pageInfo, total: totalCount } }
    },
  )
  // Only the first page is read again: further pages would be lost.
  const isFirstPage = items.length <= 50
  useEffect(() => {
    if (!isFirstPage) return
    const timer = setInterval(refresh, reloadMilliseconds)
    return () => clearInterval(timer)
  }, [isFirstPage, refresh])
  const columns: readonly Column<DeliveryItemFragment>[] = [
    {
      key: 'at',
      header: translate('deliveries.queued'),
      width: '14rem',
      cell: ({ createdAt }) => formats.instant(createdAt),
    },
    {
      key: 'type',
      header: translate('deliveries.type'),
      width: '14rem',
      cell: ({ id, type }) => (
        <button type="button" class="link" onClick={() => setOpen(id)}>
          {wordsOf(type, translate)}
        </button>
      ),
    },
    {
      key: 'status',
      header: translate('reservations.status'),
      width: '9rem',
      cell: ({ status: one }) => <DeliveryBadge status={one} />,
    },
    {
      key: 'attempts',
      header: translate('deliveries.attempts'),
      width: '6rem',
      isNumber: true,
      cell: ({ attempts }) => attempts.length,
    },
    {
      key: 'last',
      header: translate('deliveries.lastResponse'),
      width: '1fr',
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        return last ? `${last.statusCode ?? '–'} · ${last.durationMs} ms ${last.error ?? ''}` : ''
      },
    },
    {
      key: 'next',
      header: translate('deliveries.next'),
      width: '14rem',
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : formats.instant(nextAttemptAt)),
    },
  ]
  return (
    <section>
      <h2>{translate('webhooks.deliveries')}</h2>
      <div class="filters">
        <SelectField
          label={translate('reservations.status')}
          value={status}
          options={[
            { value: '', label: translate('common.all') } as const,
            ...statuses.map((value) => ({ value, label: translate(`delivery.${value}`) })),
          ]}
          onChange={(chosen) => setStatus(chosen)}
        />
      </div>
      <FailureNotice failure={failure} />
      <Table
        label={translate('webhooks.deliveries')}
        columns={columns}
        rows={items}
        total={total}
        isLoading={isLoading}
        keyOf={({ id }) => id}
        onEnd={loadMore}
      />
      {open !== null && (
        <DeliveryDialog webhookId={webhookId} id={open} onChanged={refresh} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}
