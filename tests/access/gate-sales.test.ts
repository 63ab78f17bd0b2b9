import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { directPartner } from '../../schema/built-in-partners.ts'
import { gateKey, openEntrance, type Entrance } from '../testkit/gate.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

const create = `mutation ($input: CreateReservationInput!) { createReservation(input: $input) {
  id status visitTime guest { name email } expiresAt createdAt } }`
let product: SharedProduct
let entrance: Entrance
beforeAll(async () => {
  product = await productToChange()
  entrance = await openEntrance(product.url, 'sales-pool')
})

const walkIn = (more: object = {}): Json => ({
  input: {
    cenoteId: entrance.cenoteId,
    visitDate: entrance.today,
    visitTime: entrance.presentSlot(),
    visitors: { adults: 2, children: 0 },
    ...more,
  },
})

describe('a walk-in', () => {
  it.each([
    ['the gate', gateKey],
    ['an operator', operatorKeys.sandbox],
  ])('is sold a slot that has begun by %s without saying who it is, held for 15 minutes', async (_name, apiKey) => {
    const { createReservation } = await operator(product.url, apiKey).ask(create, walkIn())
    expect(createReservation).toMatchObject({ status: 'PENDING', guest: { name: '', email: '' } })
    const held = Date.parse(createReservation.expiresAt) - Date.parse(createReservation.createdAt)
    expect(Math.round(held / 60_000)).toBe(15)
    const { confirmReservation } = await operator(product.url, apiKey).ask(
      `mutation ($input: ConfirmReservationInput!) { confirmReservation(input: $input) { status communications { communicationId } } }`,
      { input: { id: createReservation.id, paymentId: `cash-${createReservation.id}`, confirmationEmail: true } },
    )
    expect(confirmReservation).toEqual({ status: 'CONFIRMED', communications: [] })
  })

  it.each([
    ['a partner that sells', keys.demo, {}],
    ['an operator that sells for a partner', operatorKeys.sandbox, { partnerId: demoId('partner', 'demo') }],
  ])('names itself to %s', async (_name, apiKey, more) => {
    const visit = { visitDate: undefined, visitTime: undefined, visitAt: new Date(Date.now() + 30 * 86_400_000) }
    const { code, details } = await operator(product.url, apiKey).refusal(create, walkIn({ ...visit, ...more }))
    expect([code, Object.keys(details.fields)]).toEqual(['ERROR_VALIDACION', ['guest']])
  })

  it('is sold for direct alone: the gate names no other partner', async () => {
    const { ask, refusal } = operator(product.url, gateKey)
    const named = walkIn({ partnerId: demoId('partner', 'demo') })
    expect(await refusal(create, named)).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
    const own = walkIn({ partnerId: directPartner.id })
    expect((await ask(create, own)).createReservation.status).toBe('PENDING')
  })
})
