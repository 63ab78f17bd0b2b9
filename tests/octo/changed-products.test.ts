import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { copyCenote } from '../testkit/copies.ts'
import { adults, beforeMark, freeSlots, reseller, sold, unitItems, type Reseller } from '../testkit/octo.ts'
import { operator } from '../testkit/operator.ts'
import { ageConfigurationInput } from '../testkit/price-forms.ts'
import { productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

const optionId = 'DEFAULT'
/** Sells no places to children once the configuration of all products is off. */
const withoutChildren = sold.cenote.productId
const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' }

let product: SharedProduct
let octo: Reseller
/** A copy of a cenote, with an age configuration of its own for children. */
let productId: string
beforeAll(async () => {
  product = await productToChange()
  octo = reseller(product.url, { capabilities: 'octo/pricing' })
  productId = await copyCenote(product.url, 'gran-cenote')
  await operator(product.url).ask(
    'mutation ($input: CreateAgeConfigurationInput!) { createAgeConfiguration(input: $input) { id } }',
    { input: ageConfigurationInput(productId) },
  )
})

const read = (uuid: string): Promise<Json> => octo.get(`/bookings/${uuid}`)
const slot = async ({ id }: Json, of = productId): Promise<Json> =>
  (await octo.post('/availability', { productId: of, optionId, availabilityIds: [id] }))[0]

/** Sells places to children everywhere, or only where a product has a configuration of its own. */
async function sellToChildren(isActive: boolean): Promise<void> {
  const { ask } = operator(product.url)
  const { allAgeConfigurations } = await ask(
    '{ allAgeConfigurations(first: 100) { nodes { id version category itemId } } }',
  )
  const { id, version } = allAgeConfigurations.nodes.find(
    ({ category, itemId }: Json) => category === 'CHILD' && itemId === null,
  )
  await ask('mutation ($input: UpdateAgeConfigurationInput!) { updateAgeConfiguration(input: $input) { id } }', {
    input: { id, version, isActive },
  })
}

describe('a booking over OCTO', () => {
  afterAll(() => sellToChildren(true))
  beforeAll(async () => {
    await sellToChildren(false)
    const units = (await octo.get(`/products/${withoutChildren}`)).options[0].units.map(({ id }: Json) => id)
    expect(units).toContain('ADULT')
    expect(units).not.toContain('CHILD')
  })

  it.each(['on hold', 'confirmed'])(
    'that is %s moves to no product that lacks a unit of its party, unless the party changes with it',
    async (state) => {
      const [from, to] = [(await freeSlots(octo, productId))(), (await freeSlots(octo, withoutChildren))()]
      const party = unitItems('ADULT', 'ADULT', 'CHILD')
      const held = await octo.post('/bookings', { productId, optionId, availabilityId: from.id, unitItems: party })
      const { uuid } = held
      const booking = state === 'confirmed' ? await octo.post(`/bookings/${uuid}/confirm`, { contact }) : held
      const [left, entered] = [await slot(from), await slot(to, withoutChildren)]
      const move = { productId: withoutChildren, availabilityId: to.id, notes: 'Not stored' }
      for (const body of [move, { ...move, unitItems: party }, { productId: withoutChildren }])
        expect(await octo.refusal('PATCH', `/bookings/${uuid}`, body)).toEqual({
          error: 'INVALID_UNIT_ID',
          unitId: 'CHILD',
        })
      expect(await read(uuid)).toEqual(booking)
      expect([await slot(from), await slot(to, withoutChildren)]).toEqual([left, entered])
      const moved = await octo.patch(`/bookings/${uuid}`, { ...move, unitItems: adults(2) })
      expect(moved).toMatchObject({ uuid, productId: withoutChildren, availabilityId: to.id, status: booking.status })
    },
  )

  it('of a product that was taken off sale is returned when its creation is sent again', async () => {
    const free = (await freeSlots(octo, productId))()
    const uuid = randomUUID()
    const body = { uuid, productId, optionId, availabilityId: free.id, unitItems: adults(2) }
    const booking = await octo.post('/bookings', body)
    await operator(product.url).ask(
      `mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { isActive } }`,
      { input: { id: productId, version: 2, reservations: 'KEEP' } },
    )
    expect(await octo.refusal('GET', `/products/${productId}`)).toEqual({ error: 'INVALID_PRODUCT_ID', productId })
    expect(beforeMark(await octo.post('/bookings', body))).toEqual(beforeMark(booking))
    const another = { ...body, uuid: randomUUID() }
    expect(await octo.refusal('POST', '/bookings', another)).toEqual({ error: 'INVALID_PRODUCT_ID', productId })
    expect(beforeMark(await read(uuid))).toEqual(beforeMark(booking))
  })
})
