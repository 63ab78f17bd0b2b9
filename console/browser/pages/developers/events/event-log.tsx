import { useEffect, useState } from 'preact/hooks'
import { usePages } from '../../../api/use-pages.ts'
import type { Failure } from '../../../api/failure.ts'
import { ProductField } from '../../../choices/product-field.tsx'
import { noProduct, type Product } from '../../../choices/products.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, SelectField, TextField } from '../../../components/fields.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import {
  EventLogDocument,
  FollowCatalogEventsDocument,
  FollowReservationEventsDocument,
  type LoggedCatalogEventFragment,
} from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { PageProperties } from '../../page-properties.ts'
import { CatalogEventDialog, productNameIn, summaryOf } from './catalog-event-dialog.tsx'
import {
  filtersOf,
  kindsFor,
  typesOf,
  withEvent,
  type Kind,
  type LogFilters,
  type LoggedEvent,
  type LoggedType,
} from './kinds.ts'

interface LogChoice {
  readonly kind: Kind | ''
  readonly type: LoggedType | ''
  readonly product: Product
  /** Replays the log after this event. */
  readonly cursor: string
}

/** The stored events, the newest first, or those after a cursor in their order; on request new ones, too. */
export function EventLog(_properties: PageProperties) {
  const translate = useText()
  const { may } = useSession()
  const [choice, setChoice] = useState<LogChoice>({ kind: '', type: '', product: noProduct, cursor: '' })
  const [isFollowed, setFollowed] = useState(false)
  const kinds = kindsFor(may)
  const types = typesOf(choice.kind === '' ? kinds : [choice.kind])
  const all = { value: '', label: translate('common.all') } as const
  return (
    <section>
      <div class="filters">
        <SelectField
          label={translate('events.kind')}
          value={choice.kind}
          options={[all, ...kinds.map((value) => ({ value, label: translate(`events.kind.${value}`) }))]}
          onChange={(kind) => setChoice({ ...choice, kind, type: '' })}
        />
        <SelectField
          label={translate('deliveries.type')}
          value={choice.type}
          options={[all, ...types.map((value) => ({ value, label: translate(`event.${value}`) }))]}
          onChange={(type) => setChoice({ ...choice, type })}
        />
        <ProductField product={choice.product} onChange={(product) => setChoice({ ...choice, product })} />
        <TextField
          label={translate('events.cursor')}
          value={choice.cursor}
          onChange={(cursor) => setChoice({ ...choice, cursor: cursor.trim() })}
        />
        <CheckField label={translate('events.follow')} value={isFollowed} onChange={setFollowed} />
      </div>
      <p class="hint">{translate('events.cursorHint')}</p>
      <LoggedEvents
        key={JSON.stringify(choice)}
        filters={filtersOf(choice.type === '' ? types : [choice.type], choice.product)}
        cursor={choice.cursor}
        isFollowed={isFollowed}
        onReplay={(cursor) => setChoice({ ...choice, cursor })}
      />
    </section>
  )
}

interface LoggedEventsProperties {
  readonly filters: LogFilters
  readonly cursor: string
  readonly isFollowed: boolean
  onReplay(cursor: string): void
}

function LoggedEvents({ filters, cursor, isFollowed, onReplay }: LoggedEventsProperties) {
  const translate = useText()
  const formats = useFormats()
  const { api } = useSession()
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [end, setEnd] = useState<string | null>(null)
  const isNewestFirst = cursor === ''
  const [open, setOpen] = useState<LoggedCatalogEventFragment | null>(null)
  const pages = usePages<LoggedEvent>('', async (client, after) => {
    const result = await client.query(EventLogDocument, {
      filter: filters.log,
      after: after ?? (cursor || null),
      newestFirst: isNewestFirst,
    })
    if ('failure' in result) return result
    const { nodes, pageInfo, totalCount } = result.data.events
    if (!pageInfo.hasNextPage) setEnd(pageInfo.endCursor ?? (cursor || null))
    return { data: { items: nodes, ...pageInfo, total: totalCount } }
  })
  const { items, total, failure, loadMore, update } = pages
  // Following begins after the newest event that is shown, so that nothing is missed or shown twice.
  const isAtEnd = isNewestFirst
    ? items.length > 0 || (!pages.isLoading && failure === null)
    : end !== null || (!pages.isLoading && items.length === total)
  useEffect(() => {
    if (!isFollowed) return
    if (!isAtEnd) return isNewestFirst ? undefined : loadMore()
    const after = isNewestFirst ? (items[0]?.cursor ?? 'now') : end
    const show = (event: LoggedEvent): void => {
      setRefusal(null)
      update((shown) => withEvent(shown, event, isNewestFirst), 1)
    }
    const stops = [
      filters.reservations &&
        api.subscribe(
          FollowReservationEventsDocument,
          { filter: filters.reservations, after },
          { next: ({ reservationEvents }) => show(reservationEvents), failed: setRefusal },
        ),
      filters.catalog &&
        api.subscribe(
          FollowCatalogEventsDocument,
          { filter: filters.catalog, after },
          { next: ({ catalogEvents }) => show(catalogEvents), failed: setRefusal },
        ),
    ]
    return () => stops.forEach((stop) => stop?.())
  }, [api, isFollowed, isAtEnd, !isNewestFirst && items.length < total])
  const columns: readonly Column<LoggedEvent>[] = [
    {
      key: 'at',
      header: translate('events.at'),
      width: '14rem',
      cell: ({ occurredAt }) => formats.instant(occurredAt),
    },
    {
      key: 'type',
      header: translate('deliveries.type'),
      width: '14rem',
      cell: (event) => {
        const type = translate(`event.${event.type}`)
        return event.__typename === 'ReservationEvent' ? (
          type
        ) : (
          <button type="button" class="link" onClick={() => setOpen(event)}>
            {type}
          </button>
        )
      },
    },
    {
      key: 'product',
      header: translate('reservations.product'),
      width: '1fr',
      cell: (event) => (
        <bdi>
          {event.__typename === 'ReservationEvent' ? event.reservation.product.name : productNameIn(event, translate)}
        </bdi>
      ),
    },
    {
      key: 'reservation',
      inCard: 'half',
      header: translate('reservations.reference'),
      width: '8rem',
      cell: (event) =>
        event.__typename === 'ReservationEvent' && (
          <Link to={`/reservations/${event.reservation.bookingReference}`}>{event.reservation.bookingReference}</Link>
        ),
    },
    {
      key: 'version',
      inCard: 'half',
      header: translate('events.version'),
      width: '5rem',
      isNumber: true,
      cell: (event) => event.__typename === 'ReservationEvent' && event.version,
    },
    {
      key: 'facts',
      header: translate('events.facts'),
      width: '1fr',
      cell: (event) =>
        event.__typename === 'ReservationEvent'
          ? formats.visit(event.reservation)
          : summaryOf(event, translate, formats),
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
        isLoading={pages.isLoading}
        keyOf={({ id }) => id}
        onEnd={loadMore}
      />
      {open !== null && <CatalogEventDialog event={open} onClose={() => setOpen(null)} />}
    </>
  )
}
