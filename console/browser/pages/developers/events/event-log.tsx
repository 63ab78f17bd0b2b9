import { useEffect, useState } from 'preact/hooks'
import { usePages } from '../../../api/use-pages.ts'
import type { Failure } from '../../../api/failure.ts'
import { ProductField } from '../../../choices/product-field.tsx'
import { memberOf, noProduct, type Product } from '../../../choices/products.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, SelectField, TextField } from '../../../components/fields.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import { ReservationEventType as eventTypes } from '../../../../../schema/generated/enums.ts'
import {
  EventLogDocument,
  FollowLogDocument,
  type LoggedEventFragment,
  type ReservationEventFilter,
  type ReservationEventType,
} from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { PageProperties } from '../../page-properties.ts'

interface LogChoice {
  readonly type: ReservationEventType | ''
  readonly product: Product
  /** Replays the log after this event. */
  readonly cursor: string
}

/** The stored events, from the beginning or after a cursor, and on request new ones. */
export function EventLog(_properties: PageProperties) {
  const translate = useText()
  const [choice, setChoice] = useState<LogChoice>({ type: '', product: noProduct, cursor: '' })
  const [isFollowed, setFollowed] = useState(false)
  const filter: ReservationEventFilter = {
    ...(choice.type === '' ? {} : { types: [choice.type] }),
    ...(choice.product.productId === '' ? {} : memberOf(choice.product)),
  }
  const all = { value: '', label: translate('common.all') } as const
  return (
    <section>
      <div class="filters">
        <SelectField
          label={translate('deliveries.type')}
          value={choice.type}
          options={[all, ...eventTypes.map((value) => ({ value, label: translate(`event.${value}`) }))]}
          onChange={(type) => setChoice({ ...choice, type })}
        />
        <ProductField product={choice.product} onChange={(product) => setChoice({ ...choice, product })} />
        <TextField
          label={translate('events.cursor')}
          hint={translate('events.cursorHint')}
          value={choice.cursor}
          onChange={(cursor) => setChoice({ ...choice, cursor: cursor.trim() })}
        />
        <CheckField label={translate('events.follow')} value={isFollowed} onChange={setFollowed} />
      </div>
      <LoggedEvents
        key={JSON.stringify(choice)}
        filter={filter}
        cursor={choice.cursor}
        isFollowed={isFollowed}
        onReplay={(cursor) => setChoice({ ...choice, cursor })}
      />
    </section>
  )
}

interface LoggedEventsProperties {
  readonly filter: ReservationEventFilter
  readonly cursor: string
  readonly isFollowed: boolean
  onReplay(cursor: string): void
}

function LoggedEvents({ filter, cursor, isFollowed, onReplay }: LoggedEventsProperties) {
  const translate = useText()
  const formats = useFormats()
  const { api } = useSession()
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [end, setEnd] = useState<string | null>(null)
  const pages = usePages('', async (client, after) => {
    const result = await client.query(EventLogDocument, { filter, after: after ?? (cursor || null) })
    if ('failure' in result) return result
    const { nodes, pageInfo, totalCount } = result.data.reservationEvents
    if (!pageInfo.hasNextPage) setEnd(pageInfo.endCursor ?? (cursor || null))
    return { data: { items: nodes, ...pageInfo, total: totalCount } }
  })
  const { items, total, failure, loadMore, update } = pages
  // Following begins where the last page ended, so that nothing is missed or shown twice.
  const isAtEnd = end !== null || (!pages.isLoading && items.length === total)
  useEffect(() => {
    if (!isFollowed) return
    if (!isAtEnd) return loadMore()
    return api.subscribe(
      FollowLogDocument,
      { filter, after: end },
      {
        next: ({ reservationEvents }) => {
          setRefusal(null)
          update(
            (shown) => (shown.some(({ id }) => id === reservationEvents.id) ? shown : [...shown, reservationEvents]),
            1,
          )
        },
        failed: setRefusal,
      },
    )
  }, [api, isFollowed, isAtEnd, items.length < total])
  const columns: readonly Column<LoggedEventFragment>[] = [
    {
      key: 'at',
      header: translate('events.at'),
      width: '14rem',
      cell: ({ occurredAt }) => formats.instant(occurredAt),
    },
    {
      key: 'type',
      header: translate('deliveries.type'),
      width: '11rem',
      cell: ({ type }) => translate(`event.${type}`),
    },
    {
      key: 'reservation',
      header: translate('reservations.reference'),
      width: '9rem',
      cell: ({ reservation }) => (
        <Link to={`/reservations/${reservation.bookingReference}`}>{reservation.bookingReference}</Link>
      ),
    },
    {
      key: 'version',
      header: translate('events.version'),
      width: '5rem',
      isNumber: true,
      cell: ({ version }) => version,
    },
    {
      key: 'visit',
      header: translate('reservations.visit'),
      width: '1fr',
      cell: ({ reservation }) => (
        <>
          <bdi>{reservation.product.name}</bdi> · {reservation.visitDate} {reservation.visitTime}
        </>
      ),
    },
    {
      key: 'replay',
      header: translate('events.cursor'),
      width: '10rem',
      cell: (event) => (
        <button type="button" class="link" title={event.cursor} onClick={() => onReplay(event.cursor)}>
          {translate('events.replay')}
        </button>
      ),
    },
  ]
  return (
    <>
      <FailureNotice failure={failure ?? refusal} />
      <p class="hint" role="status">
        {translate('list.shown', { shown: items.length, total })}
      </p>
      <Table
        label={translate('events.title')}
        columns={columns}
        rows={items}
        total={total}
        keyOf={({ id }) => id}
        onEnd={loadMore}
      />
    </>
  )
}
