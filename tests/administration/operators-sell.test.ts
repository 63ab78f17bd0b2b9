import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { directPartner } from '../../schema/built-in-partners.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const rival = { id: demoId('partner', 'rival'), name: 'Rival Tours' }
const visit = {
  cenoteId: demoId('cenote', 'gran-cenote'),
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
}
const path = '/api/partner/reservations'

let product: SharedProduct
let staff: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  staff = partner(product.url, operatorKeys.sandbox)
})

const ownerOf = async (id: string): Promise<Json> => (await staff.get(`${path}/${id}`)).body.data.partner

describe('an operator sells', () => {
  it('for the partner that it names, whose reservation it is, and who made it is the operator', async () => {
    const { status, body } = await staff.post(path, { ...visit, partnerId: rival.id })
    expect([status, body.error]).toEqual([201, undefined])
    expect(await ownerOf(body.data.id)).toEqual(rival)
    const { data } = (await partner(product.url, keys.rival).get(`${path}/${body.data.id}`)).body
    expect(data.statusHistory).toMatchObject([{ status: 'pending', by: { type: 'operator', keyId: null } }])
    expect((await partner(product.url).get(`${path}/${body.data.id}`)).status).toBe(404)
  })

  it('for direct when it names none', async () => {
    const { body } = await staff.post(path, visit)
    expect(await ownerOf(body.data.id)).toEqual({ id: directPartner.id, name: 'direct' })
  })

  it('by GraphQL as well, each of several for another, with names in arguments or variables', async () => {
    const { ask } = operator(product.url)
    const guest = 'guest: { name: "Eva", email: "eva@example.com", phone: "+52 1" }'
    const item = (more: string) =>
      `{ cenoteId: "${visit.cenoteId}", visitDate: "${visit.visitDate}", visitors: { adults: 1, children: 0, seniors: 0 }, ${guest}${more} }`
    const { createReservations } = await ask(
      `mutation ($id: ID!) { createReservations(input: { reservations: [${item('')}, ${item(`, partnerId: "${rival.id.toUpperCase()}"`)},
        ${item(', partnerId: $id')}, ${item(`, partnerId: "${randomUUID()}"`)}] }) {
        results { reservation { partner { name } } error { code } } } }`,
      { id: demoId('partner', 'demo') },
    )
    expect(createReservations.results).toEqual([
      { reservation: { partner: { name: 'direct' } }, error: null },
      { reservation: { partner: { name: 'Rival Tours' } }, error: null },
      { reservation: { partner: { name: 'Demo Travel' } }, error: null },
      { reservation: null, error: { code: 'PARTNER_NOT_FOUND' } },
    ])
  })

  it('for no partner that does not exist', async () => {
    const { status, body } = await staff.post(path, { ...visit, partnerId: randomUUID() })
    expect([status, body.error.code]).toEqual([404, 'PARTNER_NOT_FOUND'])
  })
})

describe('a partner', () => {
  it.each([rival.id, directPartner.id, randomUUID()])('sells for no other: 403 for %s', async (partnerId) => {
    const { status, body } = await partner(product.url).post(path, { ...visit, partnerId })
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('may name itself', async () => {
    const { status, body } = await partner(product.url).post(path, { ...visit, partnerId: demoId('partner', 'demo') })
    expect(status).toBe(201)
    expect(await ownerOf(body.data.id)).toMatchObject({ name: 'Demo Travel' })
  })
})
