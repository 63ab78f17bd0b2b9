import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from '@jest/globals'
import { adults, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { sharedTestProduct, type Json } from '../testkit/product.ts'

const { productId, optionId } = sold.cenote
const option = { productId, optionId }
const uuid = randomUUID()
/** The uuids of bookings in a state. */
const states = { ON_HOLD: '', CONFIRMED: '', CANCELLED: '' }

let octo: Reseller
let slot: Json
beforeAll(async () => {
  octo = reseller((await sharedTestProduct()).url)
  const freeSlot = await freeSlots(octo, productId)
  slot = freeSlot()
  const hold = (): Promise<Json> =>
    octo.post('/bookings', { ...option, availabilityId: freeSlot().id, unitItems: adults(1) })
  states.ON_HOLD = (await hold()).uuid
  states.CONFIRMED = (await hold()).uuid
  await octo.post(`/bookings/${states.CONFIRMED}/confirm`, { contact: { fullName: 'Ana Núñez' } })
  states.CANCELLED = (await hold()).uuid
  await octo.post(`/bookings/${states.CANCELLED}/cancel`, {})
})

const booking = (change: object = {}) => ({ ...option, availabilityId: slot.id, unitItems: adults(1), ...change })
const interval = { localDateStart: '2026-12-05', localDateEnd: '2026-12-04' }

it.each<[what: string, request: () => readonly [method: string, path: string, body?: unknown], spanish: RegExp]>([
  ['an unknown product', () => ['GET', '/products/x'], /«productId» no corresponde/],
  ['another option', () => ['POST', '/bookings', booking({ optionId: 'VIP' })], /«optionId» no corresponde/],
  ['an unknown unit', () => ['POST', '/bookings', booking({ unitItems: [{ unitId: 'DOG' }] })], /«unitId» no corr/],
  ['no availability', () => ['POST', '/bookings', booking({ availabilityId: 'x' })], /«availabilityId» no corresponde/],
  ['an unknown booking', () => ['GET', `/bookings/${uuid}`], /«uuid» no corresponde/],
  ['a malformed uuid', () => ['POST', '/bookings', booking({ uuid: 'x' })], /«uuid» debe ser un UUID/],
  [
    'a uuid of another booking',
    () => ['POST', '/bookings', booking({ uuid: states.CONFIRMED, unitItems: adults(2) })],
    /«uuid» ya se usó/,
  ],
  [
    'no people',
    () => ['POST', '/bookings', booking({ unitItems: [] })],
    /unitItems \(debe haber al menos una persona\)/,
  ],
  ['too many people', () => ['POST', '/bookings', booking({ unitItems: adults(51) })], /como máximo 50 personas/],
  [
    'a malformed uuid of a person',
    () => ['POST', '/bookings', booking({ unitItems: [{ unitId: 'ADULT', uuid: 'x' }] })],
    /unitItems\.0\.uuid \(debe ser un UUID\)/,
  ],
  ['another currency', () => ['POST', '/bookings', booking({ currency: 'USD' })], /currency \(debe ser uno de: MXN\)/],
  [
    'no minutes',
    () => ['POST', `/bookings/${states.ON_HOLD}/extend`, { expirationMinutes: 0 }],
    /expirationMinutes \(debe ser como mínimo 1\)/,
  ],
  [
    'no minutes beside a change',
    () => ['PATCH', `/bookings/${states.ON_HOLD}`, { expirationMinutes: 0 }],
    /expirationMinutes \(debe ser como mínimo 1\)/,
  ],
  [
    'no name',
    () => ['POST', `/bookings/${states.ON_HOLD}/confirm`, { contact: { notes: 'Late' } }],
    /contact\.fullName \(es obligatorio si se omite «contact\.firstName»\)/,
  ],
  ['no hold', () => ['POST', `/bookings/${states.CONFIRMED}/extend`, {}], /Solo se puede extender/],
  ['a cancelled booking', () => ['PATCH', `/bookings/${states.CANCELLED}`, { notes: 'x' }], /está cancelada/],
  ['no days', () => ['POST', '/availability', option], /Se requiere exactamente una de estas opciones/],
  ['half an interval', () => ['GET', '/bookings?localDateStart=2026-12-05'], /localDateEnd \(es obligatorio\)/],
  ['a reversed interval', () => ['POST', '/availability', { ...option, ...interval }], /no debe ser anterior a/],
  [
    'a long interval',
    () => ['POST', '/availability/calendar', { ...option, localDateStart: '2027-01-01', localDateEnd: '2028-12-31' }],
    /como máximo 365 días posterior/,
  ],
  ['no filter', () => ['GET', '/bookings'], /^Se requiere «resellerReference»/],
  [
    'two filters of days',
    () => ['GET', '/bookings?localDate=2026-12-05&localDateEnd=2026-12-05'],
    /no se puede combinar/,
  ],
  ['an invalid date', () => ['GET', '/bookings?localDate=tomorrow'], /localDate \(debe ser una fecha/],
  ['an unknown subscription', () => ['GET', '/notifications/subscriptions/x'], /El id x no corresponde/],
])('a refusal is explained in the language of the request: %s', async (_what, request, spanish) => {
  const [method, path, body] = request()
  const inLanguage = (language: string) => octo.checked(method, path, body, { 'Accept-Language': language })
  const english = await inLanguage('en')
  expect(english.headers.get('content-language')).toBe('en')
  for (const language of ['es', 'es-MX']) {
    const response = await inLanguage(language)
    expect(response.headers.get('content-language')).toBe(language)
    expect(response.body.errorMessage).toMatch(spanish)
    const { errorMessage: _, ...error } = english.body
    expect(response.body).toEqual({ ...error, errorMessage: expect.not.stringMatching(/\b(the|must|is)\b/i) })
  }
})
