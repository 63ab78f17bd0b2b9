import type { Failure } from '../api/failure.ts'
import { failureMessage, fieldText } from '../text/failure-text.ts'
import type { Translate } from '../text/text.ts'

/** The field that an error is about, where its code says so. */
const fieldOfCode: readonly (readonly [code: RegExp, field: string])[] = [
  [/^INVALID_AGE_BREAKDOWN$/, 'visitors'],
  [/^COUPON_/, 'promoCode'],
  [/^PICKUP_|^INVALID_COORDINATES$/, 'transport.pickup.coordinates'],
  [/^MEETING_POINT_/, 'transport.meetingPointId'],
  [/^SERVICE_/, 'services'],
  [/^(CENOTE|TOUR)_NOT_FOUND$/, 'product'],
  [/^(CENOTE|TOUR)_NOT_AVAILABLE$|^INSUFFICIENT_CAPACITY$/, 'visitTime'],
  [/^PARTNER_NOT_FOUND$/, 'partnerId'],
]

/** Members of a price calculation by the members of a reservation that they are made of. */
const fieldOfCalculation: Readonly<Record<string, string>> = {
  ageBreakdown: 'visitors',
  couponCode: 'promoCode',
  selectedServices: 'services',
  meetingPointId: 'transport.meetingPointId',
  transportationType: 'transport',
  pickupLatitude: 'transport.pickup.coordinates',
  pickupLongitude: 'transport.pickup.coordinates',
}

/** An input whose form the schema refuses: the member. */
const wrongForm = /^Variable "\$input" got invalid value .* at "input\.([\w.]+)";/s

/** The texts of a failure of a sale or its price by the member of the reservation that each is about. */
export function saleErrors(failure: Failure | null, translate: Translate): Readonly<Record<string, string>> {
  if (!failure) return {}
  const { code, fields, details } = failure
  const named = Object.keys(fields).map((name) => {
    const [first = ''] = name.split('.')
    return [fieldOfCalculation[first] ?? name, fieldText(failure, name, translate) ?? ''] as const
  })
  if (named.length > 0) return Object.fromEntries(named)
  const message = failureMessage(failure, translate)
  const [, member] = wrongForm.exec(failure.message) ?? []
  if (member !== undefined) return { [member]: message }
  if (reasonIn(details) === 'below_minimum') return { visitors: message }
  const field = fieldOfCode.find(([pattern]) => pattern.test(code))?.[1]
  return field === undefined ? {} : { [field]: message }
}

/** The first error at a member or below it. */
export const errorAt = (errors: Readonly<Record<string, string>>, member: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === member || name.startsWith(`${member}.`))?.[1]

const reasonIn = (details: unknown): unknown =>
  typeof details === 'object' && details !== null && 'reason' in details ? details.reason : undefined
