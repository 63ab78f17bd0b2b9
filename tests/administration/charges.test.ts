import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { times } from '../testkit/long-form.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { calculate } from '../testkit/pricing.ts'
import {
  keys,
  nextSaturday,
  partner,
  productToChange,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))
afterAll(() => expectBalancedBooks(product.database('booking')))

const updateCharges =
  'mutation ($input: UpdateChargesInput!) { charges: updateCharges(input: $input) { version taxes { name percent } fees { name amountCents } } }'
const updateRates =
  'mutation ($input: UpdateExchangeRatesInput!) { rates: updateExchangeRates(input: $input) { version lastUpdated rates { currency rate } } }'
const version = async (list: 'charges' | 'exchangeRates'): Promise<number> =>
  (await operator(product.url).ask(`{ ${list} { version } }`))[list].version
const setCharges = async (input: object): Promise<Json> =>
  (await operator(product.url).ask(updateCharges, { input: { version: await version('charges'), ...input } })).charges
const usual = { taxes: [{ name: 'IVA', percent: 16 }], fees: [] }
const visit = {
  cenoteId: demoId('cenote', 'gran-cenote'),
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
}
const reserve = (more: object = {}): Promise<TestResponse> =>
  partner(product.url, keys.demo).post('/api/partner/reservations', { ...visit, ...more })
const priceOf = ({ body }: TestResponse): number[] => {
  const { subtotal, taxes, fees, total } = body.data.pricing
  return [subtotal, taxes, fees, total]
}

describe('administration of taxes and fees', () => {
  it('changes both for prices from now on; a signed quote and a stored reservation keep theirs', async () => {
    const { post, get } = partner(product.url, keys.demo)
    const quoted = await post('/pricing/calculate-complete', {
      itemType: 'cenote',
      itemId: visit.cenoteId,
      visitDate: visit.visitDate,
      ageBreakdown: { adult: 1 },
      quote: true,
    })
    const before = await reserve()
    expect(priceOf(before)).toEqual([500, 80, 0, 580])
    const fees = [
      { name: 'Reef fund', amountCents: 2_000 },
      { name: 'Booking', amountCents: 1_500 },
    ]
    const changed = await setCharges({ taxes: [{ name: 'IVA', percent: 20 }], fees })
    expect(changed.fees).toEqual([fees[1], fees[0]])
    const { body } = await calculate(partner(product.url, keys.demo), { ageBreakdown: { adult: 1 } })
    expect(body.data.summary).toMatchObject({ taxes: 10_000, total: 60_000, fees: 3_500 })
    const after = await reserve()
    expect(priceOf(after)).toEqual([500, 100, 35, 635])
    expect(priceOf(await get(`/api/partner/reservations/${before.body.data.id}`))).toEqual([500, 80, 0, 580])
    expect(priceOf(await reserve({ quoteToken: quoted.body.data.quoteToken }))).toEqual([500, 80, 0, 580])
    await setCharges(usual)
    expect(priceOf(await reserve())).toEqual([500, 80, 0, 580])
    expect(priceOf(await get(`/api/partner/reservations/${after.body.data.id}`))).toEqual([500, 100, 35, 635])
    const { nodes } = await changesOf(product.url, 'CHARGES', 'charges')
    expect(nodes.slice(0, 2)).toMatchObject([
      { after: usual, key: { lastFour: 'ator' } },
      { before: usual, after: { taxes: [{ name: 'IVA', percent: 20 }] } },
    ])
  })

  it('leaves the list that is not named, and keeps the version when nothing changes', async () => {
    const first = await setCharges({ fees: [{ name: 'Entrance', amountCents: 100 }] })
    expect(first.taxes).toEqual(usual.taxes)
    expect(await setCharges({ taxes: usual.taxes })).toEqual(first)
    await setCharges(usual)
  })

  it('names every field error, and refuses a stale version', async () => {
    const { refusal } = operator(product.url)
    const current = await version('charges')
    const taxes = [
      { name: '', percent: 101 },
      { name: 'B', percent: -1 },
    ]
    const fees = [{ name: 'C', amountCents: -5 }]
    const { details } = await refusal(updateCharges, { input: { version: current, taxes, fees } })
    expect(Object.keys(details.fields)).toEqual([
      'taxes.0.name',
      'taxes.0.percent',
      'taxes.1.percent',
      'fees.0.amountCents',
    ])
    const double = [
      { name: 'A', percent: 60 },
      { name: 'A', percent: 60 },
    ]
    expect((await refusal(updateCharges, { input: { version: current, taxes: double } })).details.fields).toEqual({
      'taxes.1.name': ['must not be named twice'],
      taxes: ['must add up to 100 at most'],
    })
    expect((await refusal(updateCharges, { input: { version: current - 1 } })).code).toBe('EDIT_CONFLICT')
  })

  it('while many clients reserve, every price is wholly of one list of charges', async () => {
    const seasons = [
      usual,
      { taxes: [{ name: 'IVA', percent: 20 }], fees: [{ name: 'Reef fund', amountCents: 2_000 }] },
    ]
    const cenotes = ['gran-cenote', 'dos-ojos', 'calavera', 'casa-cenote', 'azul', 'zaci', 'suytun', 'ik-kil']
    let isOver = false
    const changing = (async () => {
      let changes = 0
      for (; !isOver; changes += 1) await setCharges(seasons[(changes + 1) % 2] ?? usual)
      return changes
    })()
    const responses = await Promise.all(
      Array.from({ length: times(80, 200) }, (_, client) =>
        reserve({ cenoteId: demoId('cenote', cenotes[client % cenotes.length] ?? '') }),
      ),
    )
    isOver = true
    expect(await changing).toBeGreaterThan(0)
    const made = responses.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(50)
    for (const response of made) {
      const [subtotal = 0, taxes = 0, fees = 0, total = 0] = priceOf(response)
      const list = fees === 0 ? 'usual' : 'season'
      expect([taxes, fees]).toEqual(list === 'usual' ? [(subtotal * 16) / 100, 0] : [(subtotal * 20) / 100, 20])
      expect(total).toBe(subtotal + taxes + fees)
    }
    await setCharges(usual)
  })
})

describe('administration of exchange rates', () => {
  let before: Json
  beforeAll(async () => {
    before = (await operator(product.url).ask('{ exchangeRates { stored } }')).exchangeRates.stored
  })
  afterAll(async () => {
    const input = { version: await version('exchangeRates'), rates: before.rates }
    await operator(product.url).ask(updateRates, { input })
  })

  const rates = (more: object[] = []): object[] => [
    { currency: 'MXN', rate: 1 },
    { currency: 'USD', rate: 0.06 },
    ...more,
  ]

  it('replaces them, which prices in another currency follow at once, and records it', async () => {
    const { ask } = operator(product.url)
    const total = async (): Promise<number> => {
      const { body } = await calculate(partner(product.url, keys.demo), { currency: 'USD' })
      return body.data.summary.subtotal
    }
    expect(await total()).toBe(7_560)
    const updatedAt = '2026-01-31T12:00:00.000Z'
    const { rates: updated } = await ask(updateRates, {
      input: { version: await version('exchangeRates'), rates: rates([{ currency: 'JPY', rate: 7.5, updatedAt }]) },
    })
    expect(updated.rates).toEqual([
      { currency: 'JPY', rate: 7.5 },
      { currency: 'MXN', rate: 1 },
      { currency: 'USD', rate: 0.06 },
    ])
    expect(await total()).toBe(8_400)
    const { exchangeRates } = await ask('{ exchangeRates { stored } }')
    expect(exchangeRates.stored.rates[0]).toEqual({ currency: 'JPY', rate: 7.5, updatedAt })
    const { nodes } = await changesOf(product.url, 'EXCHANGE_RATES', 'exchange_rates')
    expect(nodes[0].before.rates).toHaveLength(5)
    expect(nodes[0].after.rates).toHaveLength(3)
  })

  it('refuses unknown currencies, rates out of range, and lists without pesos or dollars', async () => {
    const { refusal } = operator(product.url)
    const fieldsOf = async (...all: object[]): Promise<Json> => {
      const input = { version: await version('exchangeRates'), rates: all }
      return (await refusal(updateRates, { input })).details.fields
    }
    expect(await fieldsOf(...rates([{ currency: 'XQX', rate: 0 }]))).toEqual({
      'rates.2.currency': ['must be a currency code of ISO 4217'],
      'rates.2.rate': ['must be at least 0.000001'],
    })
    expect(await fieldsOf({ currency: 'MXN', rate: 2 })).toEqual({
      rates: ['must name USD too'],
      'rates.0.rate': ['must be one of: 1'],
    })
    expect(await fieldsOf(...rates([{ currency: 'EUR', rate: 1, updatedAt: '2999-01-01T00:00:00Z' }]))).toEqual({
      'rates.2.updatedAt': ['must not be in the future'],
    })
    expect((await refusal(updateRates, { input: { version: 0, rates: rates() } })).code).toBe('EDIT_CONFLICT')
  })

  it('leaves public readers without what operators read', async () => {
    const { graphql } = partner(product.url, keys.demo)
    const { body } = await graphql('{ exchangeRates { base version } }')
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })
})
