import { beforeAll, describe, expect, it } from '@jest/globals'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { adults, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct, type TestResponse } from '../testkit/product.ts'

let product: SharedProduct
let octo: Reseller
beforeAll(async () => {
  product = await sharedTestProduct()
  octo = reseller(product.url)
})

describe.each([
  { what: 'a cenote', of: sold.cenote, named: { cenoteId: sold.cenote.productId } },
  { what: 'a tour', of: sold.tour, named: { tourId: sold.tour.productId } },
])('the places of $what that is sold over OCTO and REST', ({ of: { productId, optionId }, named }) => {
  let freeSlot: () => Json
  beforeAll(async () => {
    freeSlot = await freeSlots(octo, productId)
  })
  const vacancies = async ({ id }: Json): Promise<number> =>
    (await octo.post('/availability', { productId, optionId, availabilityIds: [id] }))[0].vacancies
  const book = ({ id }: Json, people: number): Promise<TestResponse> =>
    octo.checked('POST', '/bookings', { productId, optionId, availabilityId: id, unitItems: adults(people) })
  const reserve = ({ id }: Json, people: number): Promise<TestResponse> =>
    partner(product.url).post('/api/partner/reservations', {
      ...named,
      visitDate: id.slice(0, 10),
      visitTime: id.slice(11, 16),
      visitors: { adults: people, children: 0 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })

  it('stay with a hold while REST sells the others', async () => {
    const slot = freeSlot()
    const held = await book(slot, 2)
    expect(held).toHaveStatus(200)
    expect(await reserve(slot, slot.vacancies - 1)).toHaveStatus(422)
    expect(await reserve(slot, slot.vacancies - 2)).toHaveStatus(201)
    expect(await vacancies(slot)).toBe(0)
    expect(await reserve(slot, 1)).toHaveStatus(422)
    const { uuid } = held.body
    const contact = { fullName: 'Ada Lovelace' }
    const more = { contact, unitItems: adults(3) }
    expect(await octo.refusal('POST', `/bookings/${uuid}/confirm`, more)).toEqual({ error: 'UNPROCESSABLE_ENTITY' })
    expect(await octo.post(`/bookings/${uuid}/confirm`, { contact })).toMatchObject({ uuid, status: 'CONFIRMED' })
    expect(await vacancies(slot)).toBe(0)
    await expectBalancedBooks(product.database('booking'))
  })

  it('are sold once when both want the last one at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const slot = freeSlot()
      expect(await reserve(slot, slot.vacancies - 1)).toHaveStatus(201)
      const responses = await Promise.all(
        [book, reserve, book, reserve, book, reserve].map((wanted) => wanted(slot, 1)),
      )
      const sales = responses.filter(({ status }) => status === 200 || status === 201)
      expect(sales).toHaveLength(1)
      for (const { status, body } of responses.filter((response) => !sales.includes(response)))
        if (status === 400) expect(body.error).toBe('UNPROCESSABLE_ENTITY')
        else expect(status).toBe(422)
      expect(await vacancies(slot)).toBe(0)
    }
    await expectBalancedBooks(product.database('booking'))
  })
})
