import { declareBound, type BoundedCaller } from '../../../../platform/process/bounds.ts'
import { apiError } from '../../../../schema/errors.ts'

const bound = declareBound({
  name: 'places-held-unpaid',
  what: 'Places of pending reservations on one day of visit',
  per: 'partner and environment',
  default: '[by pricing tier](../partner-api/keys-and-limits.md#places-held-unpaid)',
  setting: 'HOLD_LIMIT_BASIC, HOLD_LIMIT_PRO, HOLD_LIMIT_ENTERPRISE',
  response: '422 `HOLD_LIMIT_EXCEEDED`',
})

/** The refusal of a caller whose partner would hold more places than it may. */
export function holdLimitExceeded(
  details: { limit: number; held: number; requested: number; date: string },
  by: BoundedCaller,
): Error {
  bound.reached(by)
  return apiError('HOLD_LIMIT_EXCEEDED', details)
}
