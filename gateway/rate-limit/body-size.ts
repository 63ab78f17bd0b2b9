import { mebibyte, type BodyBounds, type BodySize } from '../../platform/http/body.ts'
import type { CallerPlan } from './pricing-tier.ts'

/**
 * The maximum number of members and elements in the JSON of one request, by plan
 * (docs/partner-api/keys-and-limits.md#size-of-a-body). The largest ordinary body, 50 reservations with everything that
 * one can have, has about 2,500.
 */
const maxMembers: Readonly<Record<CallerPlan, number>> = {
  none: 1_000,
  basic: 5_000,
  pro: 10_000,
  enterprise: 20_000,
}
/** Of a caller that no key makes known. */
const maxKeylessBytes = 65_536

export const bodyBoundsOf = (plan: CallerPlan): BodyBounds => ({
  maxBytes: plan === 'none' ? maxKeylessBytes : mebibyte,
  maxMembers: maxMembers[plan],
})

/** Measured: receiving, counting and parsing a million bytes of text takes 8 to 12 ms. */
const millisecondsPerByte = 0.000_01
/** Measured: parsing a member takes up to 0.0013 ms, checking it up to three times that. */
const millisecondsPerMember = 0.005

/** The processor time that reading, parsing and checking a body takes. */
export const bodyMilliseconds = ({ bytes, members }: BodySize): number =>
  bytes * millisecondsPerByte + members * millisecondsPerMember
