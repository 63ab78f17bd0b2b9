import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { isLong } from '../testkit/long-form.ts'
import { dayIn, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { moreResellers, resellers } from './resellers.ts'

/**
 * The scenarios of the standard's validator for availability type START_TIME; those of bookings are in
 * booking-scenarios.test.ts.
 */

/** The id of no product. */
const unknown = randomUUID()

const tested = isLong ? [...resellers, ...moreResellers] : resellers
let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

describe.each(tested)('a reseller of $name', ({ of: { productId, optionId }, capabilities, slash }) => {
  const option = { productId, optionId }
  let octo: Reseller
  beforeAll(() => {
    octo = reseller(product.url, { capabilities, slash })
  })

  it('finds it in the list of products as it reads it alone, and no product that does not exist', async () => {
    const products = await octo.get('/products')
    const found = await octo.get(`/products/${productId}`)
    expect(products.filter(({ id }: Json) => id === productId)).toEqual([found])
    expect(found).toMatchObject({
      availabilityType: 'START_TIME',
      availabilityRequired: true,
      allowFreesale: false,
      instantConfirmation: true,
      deliveryMethods: ['VOUCHER'],
      redemptionMethod: 'DIGITAL',
      timeZone: 'America/Merida',
      options: [{ id: 'DEFAULT', default: true, cancellationCutoffAmount: 24, cancellationCutoffUnit: 'hour' }],
    })
    expect(found.options[0].units.map(({ id, type }: Json) => [id, type]).sort()).toEqual(
      ['ADULT', 'CHILD', 'INFANT', 'SENIOR', 'YOUTH'].map((id) => [id, id]),
    )
    for (const id of [unknown, 'invalidProductId'])
      expect(await octo.refusal('GET', `/products/${id}`)).toEqual({ error: 'INVALID_PRODUCT_ID', productId: id })
  })

  it('reads a calendar with an entry for each of 31 days, of every product at once', async () => {
    const days = Array.from({ length: 31 }, (_, index) => dayIn(index + 1))
    const interval = { localDateStart: days[0], localDateEnd: days[30] }
    const products = await octo.get('/products')
    await Promise.all(
      products.map(async ({ id }: Json) => {
        const calendar = await octo.post('/availability/calendar', { productId: id, optionId, ...interval })
        expect(calendar.map(({ localDate }: Json) => localDate)).toEqual(days)
        for (const { available, status } of calendar) expect(available).toBe(['AVAILABLE', 'LIMITED'].includes(status))
      }),
    )
    const send = (body: object) => octo.refusal('POST', '/availability/calendar', { ...option, ...interval, ...body })
    expect(await send({ productId: unknown })).toEqual({ error: 'INVALID_PRODUCT_ID', productId: unknown })
    expect(await send({ optionId: 'invalid' })).toEqual({ error: 'INVALID_OPTION_ID', optionId: 'invalid' })
    expect(await send({ localDateStart: undefined })).toEqual({ error: 'BAD_REQUEST' })
    expect(await send({ localDateEnd: dayIn(400) })).toEqual({ error: 'BAD_REQUEST' })
  })

  it('reads availability of one day, of 31 days and by ids, and in one of these ways only', async () => {
    const month = { localDateStart: dayIn(2), localDateEnd: dayIn(32) }
    const slots = await octo.post('/availability', { ...option, ...month })
    expect(new Set(slots.map(({ localDateTimeStart }: Json) => localDateTimeStart.slice(0, 10))).size).toBe(31)
    const localDate = dayIn(5)
    const ofDay = slots.filter(({ localDateTimeStart }: Json) => localDateTimeStart.startsWith(localDate))
    for (const { id, localDateTimeStart, localDateTimeEnd, utcCutoffAt, openingHours, allDay } of ofDay) {
      expect(id).toBe(localDateTimeStart)
      expect(id).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00-06:00$/)
      expect(Date.parse(localDateTimeEnd)).toBeGreaterThan(Date.parse(localDateTimeStart))
      expect(utcCutoffAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      const hours = productId === sold.cenote.productId ? [{ from: '09:00', to: '15:00' }] : []
      expect([openingHours, allDay]).toEqual([hours, false])
    }
    expect(await octo.post('/availability', { ...option, localDate })).toEqual(ofDay)
    expect(await octo.post('/availability', { ...option, localDateStart: localDate, localDateEnd: localDate })).toEqual(
      ofDay,
    )
    const none = `${localDate}T03:00:00-06:00`
    const availabilityIds = [...ofDay.map(({ id }: Json) => id), none]
    expect(await octo.post('/availability', { ...option, availabilityIds })).toEqual(ofDay)

    const send = (body: object) => octo.refusal('POST', '/availability', { ...option, ...body })
    for (const body of [{}, { localDateStart: localDate }, { ...month, localDate }, { ...month, availabilityIds }])
      expect(await send(body)).toEqual({ error: 'BAD_REQUEST' })
    for (const id of ['invalidAvailabilityId', `${localDate}T10:00:00-04:00`, '2027-02-30T10:00:00-06:00'])
      expect(await send({ availabilityIds: [id] })).toEqual({ error: 'INVALID_AVAILABILITY_ID', availabilityId: id })
    expect(await send({ localDate, productId: 'none' })).toEqual({ error: 'INVALID_PRODUCT_ID', productId: 'none' })
    expect(await send({ localDate, optionId: 'none' })).toEqual({ error: 'INVALID_OPTION_ID', optionId: 'none' })
    const units = [{ id: 'none', quantity: 1 }]
    expect(await send({ localDate, units })).toEqual({ error: 'INVALID_UNIT_ID', unitId: 'none' })
  })
})
