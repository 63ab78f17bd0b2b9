import { administer } from '../../../../platform/postgres/changes.ts'
import { datesBetween } from '../../../../platform/values/clock.ts'
import { validationError } from '../../../../schema/errors.ts'
import type { ClearSlotOverridesInput, OverrideSlotsInput } from '../../generated/resolvers.ts'
import { readOverrides } from '../../availability/index.ts'
import { administrator, type Context } from '../../context.ts'
import {
  findByOperation,
  findDisruption,
  scopeAtCenote,
  settleStanding,
  withDecision,
  type Closing,
  type Disruption,
} from '../../disruption/index.ts'
import type { CalendarContext } from '../context.ts'
import { clearedSlotForm, slotForm } from '../form.ts'
import { requireBookedCapacity } from '../affected.ts'
import { slotsAt, slotsOfRange } from './slots-of-range.ts'
import { lockDays, writeOverrides } from '../store/days.ts'
import { lockCalendar } from '../store/standing.ts'

/**
 * Overrides slots of a range of days. Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND,
 * RESERVATIONS_AFFECTED for a capacity below what is booked, EXISTING_RESERVATIONS for closing slots in which reservations
 * stand, INSUFFICIENT_PERMISSIONS.
 */
export async function overrideSlots(
  { cenoteId: named, ...input }: OverrideSlotsInput,
  context: CalendarContext,
): Promise<OverriddenSlots> {
  const { decision, given } = withDecision(input, context)
  const { from, to, times, capacity, available = true, reason } = slotForm.read(given)
  const terms = await context.services.upstream.cenote(named, context.identity)
  const { hourly } = terms.capacity
  if (capacity !== undefined && capacity > hourly)
    throw validationError({ capacity: [{ code: 'TOO_LARGE', max: hourly }] })
  const slots = slotsAt(slotsOfRange({ from, to }, terms, context), times)
  const where = { cenoteId: terms.id, from, to, times }
  let disruptionId: string | null = null
  await administer(administrator(context), async (client) => {
    // Also those that would confirm a reservation wait.
    if (!available) await lockCalendar(client, terms.id)
    await lockDays(client, terms.id, datesBetween(from, to))
    if (capacity !== undefined) await requireBookedCapacity(client, terms.id, slots, capacity)
    if (!available)
      disruptionId = await settleStanding(
        client,
        closedSlots(scopeAtCenote(terms.id, where), reason ?? null),
        decision,
        context.clock.now(),
      )
    const before = await readOverrides(client, where)
    await writeOverrides(client, terms.id, slots, {
      capacity: capacity ?? null,
      closed: !available,
      note: reason ?? null,
    })
    return {
      subject: { type: 'slot_override', id: terms.id },
      action: 'updated',
      before: { overrides: before },
      after: { overrides: await readOverrides(client, where) },
    }
  })
  return { cenoteId: terms.id, disruption: await disruptionBy(disruptionId, context) }
}

export interface OverriddenSlots {
  readonly cenoteId: string
  readonly disruption: Disruption | null
}

/** The slots that an override closes. */
export const closedSlots = (scope: Closing['scope'], reason: string | null): Closing => ({
  cause: 'slots',
  scope,
  reason,
  text: reason === null ? null : { en: reason, es: reason },
})

/** The disruption that a request made, also when a copy of it under the same Idempotency-Key came first. */
export async function disruptionBy(
  id: string | null,
  { database: { pool }, operation }: Pick<Context, 'database' | 'operation'>,
): Promise<Disruption | null> {
  if (id !== null) return findDisruption(pool, id)
  return operation === undefined ? null : findByOperation(pool, operation)
}

/** Makes slots of a range of days usual again; returns the cenote's id. Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND. */
export async function clearSlotOverrides(
  { cenoteId: named, ...given }: ClearSlotOverridesInput,
  context: CalendarContext,
): Promise<string> {
  const { from, to, times } = clearedSlotForm.read(given)
  const { id: cenoteId } = await context.services.upstream.cenote(named, context.identity)
  await administer(administrator(context), async (client) => {
    await lockDays(client, cenoteId, datesBetween(from, to))
    const before = await readOverrides(client, { cenoteId, from, to, times })
    await writeOverrides(client, cenoteId, before, { capacity: null, closed: false, note: null })
    return {
      subject: { type: 'slot_override', id: cenoteId },
      action: 'updated',
      before: { overrides: before },
      after: { overrides: [] },
    }
  })
  return cenoteId
}
