import { administer } from '../../../platform/postgres/changes.ts'
import { validationError } from '../../../schema/errors.ts'
import type { ClearSlotOverridesInput, OverrideSlotsInput } from '../generated/resolvers.ts'
import { readOverrides } from '../availability/index.ts'
import { administrator } from '../context.ts'
import type { CalendarContext } from './context.ts'
import { clearedSlotForm, slotForm } from './form.ts'
import { requireBookedCapacity, requireNoneConfirmed } from './affected.ts'
import { datesOf, slotsAt, slotsOfRange } from './slots-of-range.ts'
import { lockDays, writeOverrides } from './store/days.ts'

/**
 * Overrides slots of a range of days; returns the cenote's id. Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND,
 * RESERVATIONS_AFFECTED for a capacity below what is booked, and without `force` for closing what is confirmed.
 */
export async function overrideSlots(
  { cenoteId: named, force, ...given }: OverrideSlotsInput,
  context: CalendarContext,
): Promise<string> {
  const { from, to, times, capacity, available = true, reason } = slotForm.read(given)
  const terms = await context.services.upstream.cenote(named, context.identity)
  const { hourly } = terms.capacity
  if (capacity !== undefined && capacity > hourly)
    throw validationError({ capacity: [{ code: 'TOO_LARGE', max: hourly }] })
  const slots = slotsAt(slotsOfRange({ from, to }, terms, context), times)
  const where = { cenoteId: terms.id, from, to, times }
  await administer(administrator(context), async (client) => {
    await lockDays(client, terms.id, datesOf({ from, to }))
    if (capacity !== undefined) await requireBookedCapacity(client, terms.id, slots, capacity)
    if (!available && !force) await requireNoneConfirmed(client, where)
    const before = await readOverrides(client, where)
    await writeOverrides(client, terms.id, slots, {
      capacity: capacity ?? null,
      closed: !available,
      note: reason ?? null,
    })
    return {
      subject: { type: 'SLOT_OVERRIDE', id: terms.id },
      action: 'UPDATED',
      before: { overrides: before },
      after: { overrides: await readOverrides(client, where) },
    }
  })
  return terms.id
}

/** Makes slots of a range of days usual again; returns the cenote's id. Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND. */
export async function clearSlotOverrides(
  { cenoteId: named, ...given }: ClearSlotOverridesInput,
  context: CalendarContext,
): Promise<string> {
  const { from, to, times } = clearedSlotForm.read(given)
  const { id: cenoteId } = await context.services.upstream.cenote(named, context.identity)
  await administer(administrator(context), async (client) => {
    await lockDays(client, cenoteId, datesOf({ from, to }))
    const before = await readOverrides(client, { cenoteId, from, to, times })
    await writeOverrides(client, cenoteId, before, { capacity: null, closed: false, note: null })
    return {
      subject: { type: 'SLOT_OVERRIDE', id: cenoteId },
      action: 'UPDATED',
      before: { overrides: before },
      after: { overrides: [] },
    }
  })
  return cenoteId
}
