/** How long a party stays at a cenote; tours have a duration each. */
export const cenoteMinutes = 120

/** Minutes before the start of a cenote's slots at which booking them ends, on a weekday. */
export const cutoffMinutesOn = <Weekday extends string>(
  weekday: Weekday,
  bookingCutoffMinutes: number,
  cutoffs: readonly { readonly weekday: Weekday; readonly minutes: number }[],
): number => cutoffs.find((own) => own.weekday === weekday)?.minutes ?? bookingCutoffMinutes

/** The largest party of one reservation. */
export const maxPeople = 50

/**
 * The refund to a guest who cancels, by the hours left until the visit
 * (docs/partner-api/reservations.md#cancelling).
 */
export const refundTiers = [
  { hoursBefore: 48, percentage: 100 },
  { hoursBefore: 24, percentage: 50 },
] as const
