import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../../api/failure.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { ConfirmButton } from '../../components/confirm.tsx'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { StatusBadge } from '../../components/badge.tsx'
import { Table, type Column } from '../../components/table.tsx'
import {
  DisruptedReservationsDocument,
  ReadDisruptionDocument,
  UpdateDisruptionDocument,
  type DisruptedReservationsQuery,
  type DisruptionItemFragment,
} from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { Concerned } from './concerned.tsx'
import { useDays, workedOf } from './facts.ts'

/** How often the progress is read while there is something to do. */
const progressMilliseconds = 1_000
const shownCount = 100

/** A disruption with its progress and its reservations. */
export function DisruptionDetail({ id }: { readonly id: string }) {
  const query = useQuery(ReadDisruptionDocument, { id })
  const remaining = query.data?.disruption.remaining ?? 0
  const { reload, isLoading } = query
  useEffect(() => {
    if (remaining === 0 || isLoading) return
    const timer = setTimeout(reload, progressMilliseconds)
    return () => clearTimeout(timer)
  }, [remaining, isLoading, reload])
  return (
    <Loaded query={query}>
      {({ disruption }) => (
        <>
          <Progress disruption={disruption} onChanged={reload} />
          <Reservations disruption={disruption} />
        </>
      )}
    </Loaded>
  )
}

const numbers = ['total', 'done', 'failed', 'moved', 'marked', 'cleared', 'remaining'] as const

function Progress({ disruption, onChanged }: { readonly disruption: DisruptionItemFragment; onChanged(): void }) {
  const translate = useText()
  const formats = useFormats()
  const days = useDays()
  const { run, failure, isRunning } = useMutation(UpdateDisruptionDocument)
  const { id, product, cause, reservations, cancellationReason, note, total, createdAt, by } = disruption
  const mayCancel = reservations === 'KEEP' && cause !== 'CAPACITY' && disruption.marked > 0
  return (
    <section>
      <h2>
        <bdi>{product.name}</bdi>
      </h2>
      <p>
        {translate(`disruptions.cause.${cause}`)}: {days(disruption)}. {translate('disruptions.choice')}:{' '}
        {translate(`disruptions.choice.${reservations}`)}
        {reservations === 'CANCEL' && ` (${translate(`cancel.reason.${cancellationReason}`)})`}.{' '}
        {formats.minute(createdAt)} <bdi>{by.keyLabel}</bdi>
      </p>
      {note && (
        <p>
          {translate('disruptions.note')}: <bdi>{note}</bdi>
        </p>
      )}
      <p>
        <progress aria-label={translate('disruptions.progress')} max={total} value={workedOf(disruption)} />{' '}
        <span role="status">{translate('disruptions.progressOf', { worked: workedOf(disruption), total })}</span>
      </p>
      <ul>
        {numbers.map((name) => (
          <li key={name}>
            {translate(`disruptions.${name}`)}: {formats.count(disruption[name])}
          </li>
        ))}
      </ul>
      {mayCancel && (
        <ConfirmButton
          label={translate('disruptions.cancelRest')}
          look="danger"
          disabled={isRunning}
          onConfirm={() => void run({ input: { id, reservations: 'CANCEL' } }).then((data) => data && onChanged())}
        >
          <RemainingReservations disruption={disruption} />
        </ConfirmButton>
      )}
      <FailureNotice failure={failure} />
    </section>
  )
}

/** The reservations that are kept, with what was paid for them when all have been read. */
function RemainingReservations({ disruption: { id, marked } }: { readonly disruption: DisruptionItemFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { data } = useQuery(DisruptedReservationsDocument, { filter: { disruptionId: id }, first: shownCount })
  if (!data) return null
  const { nodes, totalCount } = data.reservations
  if (nodes.length < totalCount) return <p>{`${translate('disruptions.marked')}: ${formats.count(marked)}`}</p>
  const remaining = nodes.filter(({ disrupted }) => disrupted)
  return (
    <Concerned
      parts={remaining.map(({ visitors, pricing, amountPaidCents, amountReturnedCents }) => ({
        reservations: 1,
        people: visitors.total,
        currency: pricing.currency,
        paidCents: amountPaidCents - amountReturnedCents,
      }))}
    />
  )
}

type Row = DisruptedReservationsQuery['reservations']['nodes'][number]

function Reservations({ disruption }: { readonly disruption: DisruptionItemFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { api } = useSession()
  const { id, product } = disruption
  const query = useQuery(DisruptedReservationsDocument, { filter: { disruptionId: id }, first: shownCount })
  const { reload } = query
  const worked = workedOf(disruption) + disruption.done + disruption.moved
  useEffect(reload, [reload, worked])
  const [failure, setFailure] = useState<Failure | null>(null)
  const columns: readonly Column<Row>[] = [
    {
      key: 'reference',
      header: translate('reservations.reference'),
      width: '8rem',
      cell: (row) => <Link to={`/reservations/${row.id}`}>{row.bookingReference}</Link>,
    },
    {
      key: 'partner',
      header: translate('reports.by.PARTNER'),
      width: '1fr',
      cell: (row) => <bdi>{row.partner.name}</bdi>,
    },
    { key: 'guest', header: translate('reservations.guest'), width: '1fr', cell: (row) => <bdi>{row.guest.name}</bdi> },
    {
      key: 'visit',
      header: translate('reservations.visit'),
      width: '1fr',
      cell: formats.visit,
    },
    {
      key: 'people',
      header: translate('reservations.people'),
      width: '6rem',
      isNumber: true,
      cell: (row) => row.visitors.total,
    },
    {
      key: 'status',
      header: translate('reservations.status'),
      width: '1fr',
      cell: (row) => (
        <>
          <StatusBadge status={row.status} /> {row.disrupted && translate('event.RESERVATION_DISRUPTED')}
        </>
      ),
    },
  ]
  return (
    <section>
      <p class="tools">
        <button
          type="button"
          onClick={() => void api.download('reservations.csv', { disruptionId: id }).then(setFailure)}
        >
          {translate('disruptions.file')}
        </button>
      </p>
      <FailureNotice failure={failure} />
      <Loaded query={query}>
        {({ reservations }) => (
          <Table
            label={product.name}
            columns={columns}
            rows={reservations.nodes}
            total={reservations.totalCount}
            keyOf={(row) => row.id}
          />
        )}
      </Loaded>
    </section>
  )
}
