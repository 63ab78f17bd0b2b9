import { useQuery } from '../../api/use-query.ts'
import { addDays } from '../../components/local-date.ts'
import { useToday } from '../../components/use-today.ts'
import { UpcomingSalesDocument } from '../../generated/operations.ts'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'

/** One or more reservations in one currency. */
export interface ConcernedPart {
  readonly reservations: number
  readonly people: number
  readonly currency: string
  /** Paid and not returned. */
  readonly paidCents: number
}

/** How many reservations and people an action affects, and what was paid for them. */
export function Concerned({ parts }: { readonly parts: readonly ConcernedPart[] }) {
  const translate = useText()
  const formats = useFormats()
  const sum = (valueOf: (part: ConcernedPart) => number): number =>
    parts.reduce((total, part) => total + valueOf(part), 0)
  const reservations = sum((part) => part.reservations)
  if (reservations === 0) return <p>{translate('disruptions.noneConcerned')}</p>
  const paid = new Map<string, number>()
  for (const { currency, paidCents } of parts)
    if (paidCents > 0) paid.set(currency, (paid.get(currency) ?? 0) + paidCents)
  return (
    <p>
      {translate('disruptions.concerned', { reservations, people: sum(({ people }) => people) })}{' '}
      {paid.size > 0
        ? translate('disruptions.paid', {
            amount: formats.amounts([...paid].map(([currency, amountCents]) => ({ currency, amountCents }))),
          })
        : translate('disruptions.nothingPaid')}
    </p>
  )
}

/** The longest report that the API makes. */
const maxDays = 400

/** A product's reservations from today on; nothing until they are read. */
export function UpcomingReservations({ productId }: { readonly productId: string }) {
  const today = useToday(useSession().timeZone)
  const { data } = useQuery(UpcomingSalesDocument, {
    filter: { from: today, to: addDays(today, maxDays - 1), basis: 'VISIT', productId },
  })
  if (!data) return null
  const upcoming = data.salesReport.rows.filter(
    ({ status }) => status === 'PENDING' || status === 'CONFIRMED' || status === 'IN_PROGRESS',
  )
  return (
    <Concerned
      parts={upcoming.map(({ soldReservations, soldVisitors, currency, paidCents, refundedCents }) => ({
        reservations: soldReservations,
        people: soldVisitors,
        currency,
        paidCents: paidCents - refundedCents,
      }))}
    />
  )
}
