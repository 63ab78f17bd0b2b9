import { randomUUID } from 'node:crypto'
import type { Statements } from '../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import { authorOf, type Author } from '../../../platform/trust/author.ts'
import { directPartner } from '../../../schema/built-in-partners.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import { isOperator, requireOperator } from '../caller.ts'
import type { Context } from '../context.ts'
import type { DisruptionReason, ReservationsChoice } from '../generated/resolvers.ts'
import { isActiveStatus } from '../reservation/index.ts'
import { insertDisruption, type Cause, type Choice } from './store/disruptions.ts'
import { countBooked, readHeld, type HeldReservation, type Scope } from './store/standing.ts'

/** How many reservations an error names. */
const maxNamed = 50

/** The members of an input that say what becomes of reservations. */
export interface ChoiceInput {
  readonly reservations?: ReservationsChoice | null
  readonly cancellationReason?: DisruptionReason | null
  readonly notifyGuests?: boolean | null
  readonly force?: boolean | null
}

/** How a caller decides on reservations, and who it is. */
export interface Decision {
  /** Null when it is not said: any reservation is a refusal. */
  readonly choice: Choice | null
  /** Null when it is not said. */
  readonly reason: DisruptionReason | null
  readonly notifyGuests: boolean
  readonly author: Author
  /** Whether a refusal names the reservations. */
  readonly seesReservations: boolean
  readonly operation: string | undefined
}

/** Reads what becomes of reservations. Errors: INSUFFICIENT_PERMISSIONS, ERROR_VALIDACION for CANCEL with `force`. */
export function decisionOf(
  { reservations, cancellationReason, notifyGuests, force }: ChoiceInput,
  context: Pick<Context, 'identity' | 'operation'>,
): Decision {
  if (reservations != null || force) requireOperator(context)
  if (reservations === 'cancel' && force)
    throw validationError({ force: [{ code: 'NOT_WITH', field: 'reservations' }] })
  return {
    choice: reservations ?? (force ? 'keep' : null),
    reason: cancellationReason ?? null,
    notifyGuests: notifyGuests ?? true,
    author: authorOf(context.identity),
    seesReservations: isOperator(context),
    operation: context.operation,
  }
}

/** An input without the members that say what becomes of reservations, and what they say. */
export function withDecision<Input extends ChoiceInput>(
  input: Input,
  context: Pick<Context, 'identity' | 'operation'>,
): { readonly decision: Decision; readonly given: Omit<Input, keyof ChoiceInput> } {
  const { reservations, cancellationReason, notifyGuests, force, ...given } = input as ChoiceInput
  return {
    decision: decisionOf({ reservations, cancellationReason, notifyGuests, force }, context),
    given: given as Omit<Input, keyof ChoiceInput>,
  }
}

/** The days and slots that were closed, and why. */
export interface Closing {
  readonly cause: Cause
  readonly scope: Scope
  readonly closureId?: string
  /** The reason in the operator's words. */
  readonly reason: string | null
  /** The text of the note of cancellations. */
  readonly text: LocalizedText | null
}

const operatorsReasons: readonly DisruptionReason[] = ['weather', 'maintenance', 'capacity_issue', 'force_majeure']

/**
 * Settles what becomes of the reservations that stand where something is closed, within the transaction that closes it,
 * after it has locked the inventory: no new place can be taken there any more. Returns the id of the disruption, null
 * when nothing stands. Error: EXISTING_RESERVATIONS when it is not said what becomes of them.
 */
export async function settleStanding(
  client: Statements,
  closing: Closing,
  decision: Decision,
  now: Date,
): Promise<string | null> {
  const held = await readHeld(client, closing.scope)
  const standing = held.filter((reservation) => isStanding(reservation, now))
  if (decision.choice === null) {
    if (standing.length > 0) throw existing(standing, decision.seesReservations)
    return null
  }
  const isComplete = placesOf(held) === (await countBooked(client, closing.scope))
  if (standing.length === 0 && isComplete) return null
  const id = randomUUID()
  const { cause, scope, closureId = null, reason, text } = closing
  const disruption = {
    ...scope,
    id,
    cause,
    closureId,
    choice: decision.choice,
    reason: decision.reason ?? reasonIn(reason) ?? 'force_majeure',
    note: text,
    notifyGuests: decision.notifyGuests,
    author: decision.author,
    createdAt: now,
    isCleared: false,
  }
  await insertDisruption(client, disruption, standing, {
    lookAt: isComplete ? null : now,
    operation: decision.operation,
  })
  return id
}

/** Whether a reservation is still to take place, or takes place now. */
export const isStanding = ({ status, dayEndsAt }: HeldReservation, now: Date): boolean =>
  isActiveStatus(status) && dayEndsAt > now

const peopleOf = (reservations: readonly HeldReservation[]): number =>
  reservations.reduce((sum, { people }) => sum + people, 0)

/** The places that reservations hold where something is closed. */
export const placesOf = (reservations: readonly HeldReservation[]): number =>
  reservations.reduce((sum, { places }) => sum + places, 0)

const reasonIn = (text: string | null): DisruptionReason | undefined =>
  operatorsReasons.find((reason) => reason === text?.trim().toLowerCase())

/** The sums of full refunds, by currency. */
function refundsOf(reservations: readonly HeldReservation[]): { currency: string; amountCents: number }[] {
  const sums = new Map<string, number>()
  for (const { currency, refundableCents } of reservations)
    if (refundableCents > 0) sums.set(currency, (sums.get(currency) ?? 0) + refundableCents)
  return [...sums].map(([currency, amountCents]) => ({ currency, amountCents }))
}

function existing(standing: readonly HeldReservation[], seesReservations: boolean): Error {
  const first = standing
    .slice(0, maxNamed)
    .map(({ partnerId, partnerName, productId, productType, ...reservation }) => {
      const { id, bookingReference, visitDate, visitTime, people, status } = reservation
      return {
        id,
        bookingReference,
        partner: { id: partnerId, name: partnerId === directPartner.id ? directPartner.name : partnerName },
        ...(productType === 'tour' ? { tourId: productId } : {}),
        visitDate,
        visitTime,
        people,
        status,
      }
    })
  return apiError('EXISTING_RESERVATIONS', {
    reservations: standing.length,
    people: peopleOf(standing),
    ...(seesReservations ? { refunds: refundsOf(standing), first } : {}),
  })
}
