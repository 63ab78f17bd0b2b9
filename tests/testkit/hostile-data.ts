import { demoId } from '../../platform/values/demo-id.ts'
import { cenoteInput, tourInput } from './catalog-forms.ts'
import { hostileMix, hostileTexts } from './hostile-texts.ts'
import { operator } from './operator.ts'
import {
  ageConfigurationInput,
  couponInput,
  discountRuleInput,
  promotionInput,
  serviceInput,
  transportOptionInput,
} from './price-forms.ts'
import { nextSaturday, partner, type Json } from './product.ts'

/** A text with the same attack in both languages, recognizable by the place that it was put in. */
const texts = (place: string) => ({ en: placed(place), es: placed(place) })
export const placed = (place: string): string => `${place} ${hostileMix}`

export interface HostileReservation {
  readonly id: string
  readonly bookingReference: string
  readonly status: string
  readonly visitDate: string
}

async function succeed(response: Promise<{ status: number; body: Json }>): Promise<Json> {
  const { status, body } = await response
  if (status > 299) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

/** A cenote on sale, and one item of everything else that is sold or that makes prices, each with a hostile name. */
export async function hostileCatalog(url: string): Promise<{ cenoteId: string }> {
  const { ask } = operator(url)
  const run = async (mutation: string, type: string, input: object): Promise<Json> =>
    (await ask(`mutation ($input: ${type}!) { made: ${mutation}(input: $input) { id version } }`, { input })).made
  const cenote = await run(
    'createCenote',
    'CreateCenoteInput',
    cenoteInput('hostile', { name: texts('cenote'), description: texts('described') }),
  )
  await run('publishCenote', 'PublishCenoteInput', { id: cenote.id, version: cenote.version })
  const tour = await run('createTour', 'CreateTourInput', tourInput('hostile', [cenote.id], { name: texts('tour') }))
  await run('publishTour', 'PublishTourInput', { id: tour.id, version: tour.version })
  await run('createAmenity', 'CreateAmenityInput', { id: 'constructor', category: 'DINING', name: texts('amenity') })
  await run('createCenoteService', 'CreateCenoteServiceInput', serviceInput(cenote.id, { name: texts('service') }))
  await run(
    'createAgeConfiguration',
    'CreateAgeConfigurationInput',
    ageConfigurationInput(cenote.id, { displayNames: texts('age') }),
  )
  await run(
    'createDiscountRule',
    'CreateDiscountRuleInput',
    discountRuleInput('hostile', { name: { ...texts('discount'), fr: placed('discount') } }),
  )
  await run('createPromotion', 'CreatePromotionInput', promotionInput('hostile', { name: texts('promotion') }))
  const coupon = await run('createCoupon', 'CreateCouponInput', couponInput('HOSTILE', { name: texts('before') }))
  // A record of what was changed shows both.
  await run('updateCoupon', 'UpdateCouponInput', { id: coupon.id, version: coupon.version, name: texts('coupon') })
  await run(
    'createTransportOption',
    'CreateTransportOptionInput',
    transportOptionInput('hostile', { itemId: cenote.id }),
  )
  const from = nextSaturday()
  const days = { cenoteId: cenote.id, from, to: from }
  await ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
    input: { ...days, reason: 'storm', message: texts('closure') },
  })
  const [event, override] = [1, 2].map((days_) => {
    const date = new Date(`${from}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + days_)
    return date.toISOString().slice(0, 10)
  })
  await ask('mutation ($input: CreateSpecialEventInput!) { createSpecialEvent(input: $input) { id } }', {
    input: { ...days, from: event, to: event, name: texts('event'), startTime: '10:00', endTime: '12:00' },
  })
  await ask('mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { __typename } }', {
    input: { ...days, from: override, to: override, times: ['10:00'], capacity: 3, reason: placed('override') },
  })
  await ask('mutation ($input: CreatePartnerInput!) { createPartner(input: $input) { id } }', {
    input: { name: placed('partner') },
  })
  await ask('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key { id } } }', {
    input: { partnerId: demoId('partner', 'demo'), scopes: ['catalog:read'], label: placed('label').slice(0, 100) },
  })
  return { cenoteId: cenote.id }
}

/** Reservations with every hostile text as name and note; some confirmed, some cancelled with such a note. */
export async function hostileReservations(url: string, cenoteId: string): Promise<HostileReservation[]> {
  const rest = partner(url)
  const date = new Date(`${nextSaturday()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 3)
  const visitDate = date.toISOString().slice(0, 10)
  const made: HostileReservation[] = []
  for (const [index, text] of [...Object.values(hostileTexts), hostileMix].entries()) {
    const { id, bookingReference } = await succeed(
      rest.post('/api/partner/reservations', {
        cenoteId,
        visitDate,
        visitors: { adults: 1, children: 0 },
        guest: {
          name: text,
          email: 'ana@example.com',
          phone: '+52 998 123 4567',
          // A body with a member of this name is refused.
          preferences: { [text.replace('__proto__', 'constructor')]: text },
          emergencyContact: { name: text, phone: '+52 998 123 4567', relationship: text.slice(0, 50) },
        },
        specialRequests: `wish ${text}`,
        metadata: { source: text.slice(0, 100) },
        promoCode: 'HOSTILE',
      }),
    )
    const step = [undefined, 'confirm', 'cancel'][index % 3]
    const paid = { paymentId: `pay ${text}`.slice(0, 100), paymentMethod: text.slice(0, 40), generateDocuments: true }
    if (step === 'confirm')
      await succeed(rest.post(`/api/partner/reservations/${id}/confirm`, { ...paid, confirmationEmail: true }))
    if (step === 'cancel')
      await succeed(
        rest.post(`/api/partner/reservations/${id}/cancel`, {
          reason: 'guest_request',
          note: `note ${text}`,
        }),
      )
    made.push({ id, bookingReference, status: step ?? 'pending', visitDate })
  }
  return made
}
