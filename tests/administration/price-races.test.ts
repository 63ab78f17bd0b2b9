import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { derivedId } from '../../platform/values/derived-id.ts'
import { cenoteInput, cenoteItem } from '../testkit/catalog-forms.ts'
import { testServerUrl } from '../testkit/database.ts'
import { testInstallation } from '../testkit/installation.ts'
import { bookedBySlot } from '../testkit/inventory-rows.ts'
import { times } from '../testkit/long-form.ts'
import { operator } from '../testkit/operator.ts'
import { ageConfigurationInput, serviceInput } from '../testkit/price-forms.ts'
import {
  nextSaturday,
  partner,
  startTestProduct,
  type TestResponse,
  type Json,
  type TestProduct,
} from '../testkit/product.ts'

const clients = times(60, 200)
const capacity = { daily: 20_000, hourly: 5_000 }

let product: TestProduct
beforeAll(async () => void (product = await startTestProduct()))
afterAll(async () => {
  const findings = await audit({
    serverUrl: testServerUrl(),
    databasePrefix: product.database('access').replace(/access$/, ''),
    environment: 'sandbox',
  })
  expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
  await product.close()
})

/** A fact that changes between two values, over and over, and when it had which. */
class Alternation {
  readonly #values: readonly [number, number]
  readonly #change: (value: number) => Promise<unknown>
  #begun = 0
  #done = 0

  constructor(values: readonly [number, number], change: (value: number) => Promise<unknown>) {
    this.#values = values
    this.#change = change
  }

  /** How often it has changed. */
  get changes(): number {
    return this.#done
  }

  /** Changes until it is stopped. */
  async runUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.#begun += 1
      await this.#change(this.#valueAfter(this.#begun))
      this.#done = this.#begun
    }
  }

  /** Remembers now; returns what gives the values that the fact had from then on. */
  observe(): () => number[] {
    const done = this.#done
    return () => {
      const seen = new Set<number>()
      for (let change = done; change <= this.#begun; change += 1) seen.add(this.#valueAfter(change))
      return [...seen]
    }
  }

  #valueAfter(changes: number): number {
    return this.#values[changes % 2] as number
  }
}

const visitOf = (cenoteId: string, more: object = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 1 },
  guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
  ...more,
})
const reserve = (visit: object): Promise<TestResponse> =>
  partner(product.url).send('POST', '/api/partner/reservations', visit, { 'Idempotency-Key': randomUUID() })
const ask = (query: string, variables: object): Promise<Json> =>
  operator(product.url).ask(query, variables as Record<string, unknown>)

async function onSale(slug: string): Promise<string> {
  const { cenote } = await ask('mutation ($input: CreateCenoteInput!) { cenote: createCenote(input: $input) { id } }', {
    input: cenoteInput(slug, { capacity }),
  })
  await ask('mutation ($id: ID!) { publishCenote(input: { id: $id, version: 1 }) { version } }', { id: cenote.id })
  return cenote.id
}

/** A mutation that changes one thing, each time from the version that the last change left. */
function updates(mutation: string, input: string, id: string, version: number): (change: object) => Promise<void> {
  let current = version
  return async (change) => {
    const { changed } = await ask(`mutation ($input: ${input}!) { changed: ${mutation}(input: $input) { version } }`, {
      input: { id, version: current, ...change },
    })
    current = changed.version
  }
}

describe('while many clients reserve', () => {
  it('every price is of its moment or its quote, whatever is changed in the catalog and the price list', async () => {
    const cenoteId = await onSale('price-race')
    const { service } = await ask(
      'mutation ($input: CreateCenoteServiceInput!) { service: createCenoteService(input: $input) { id } }',
      { input: serviceInput(cenoteId) },
    )
    const { age } = await ask(
      'mutation ($input: CreateAgeConfigurationInput!) { age: createAgeConfiguration(input: $input) { id } }',
      { input: ageConfigurationInput(cenoteId) },
    )
    const { pricing } = cenoteInput('any')
    const updateCenote = updates('updateCenote', 'UpdateCenoteInput', cenoteId, 2)
    const updateService = updates('updateCenoteService', 'UpdateCenoteServiceInput', service.id, 1)
    const updateAge = updates('updateAgeConfiguration', 'UpdateAgeConfigurationInput', age.id, 1)
    const adult = new Alternation([30_000, 40_000], (adultCents) =>
      updateCenote({ pricing: { ...pricing, adultCents } }),
    )
    const towel = new Alternation([5_000, 7_500], (priceCents) => updateService({ priceCents }))
    const child = new Alternation([0.5, 0.25], (pricingMultiplier) => updateAge({ pricingMultiplier }))
    const { body: quoted } = await partner(product.url).post('/pricing/calculate-complete', {
      itemType: 'cenote',
      itemId: cenoteId,
      visitDate: nextSaturday(),
      ageBreakdown: { adult: 1, child: 1 },
      selectedServices: [{ id: service.id, quantity: 1 }],
      quote: true,
    })
    expect(quoted.data.summary.subtotal).toBe(30_000 + 15_000 + 5_000)

    let isOver = false
    const facts = [adult, towel, child]
    const changing = Promise.all(facts.map((fact) => fact.runUntil(() => isOver)))
    const sell = async (isQuoted: boolean) => {
      const had = facts.map((fact) => fact.observe())
      const { status, body } = await reserve(
        visitOf(cenoteId, {
          services: [{ id: service.id }],
          ...(isQuoted ? { quoteToken: quoted.data.quoteToken } : {}),
        }),
      )
      expect([status, body.error?.message]).toEqual([201, undefined])
      const [adults = [], services = [], children = []] = had.map((values) => values())
      const possible = isQuoted
        ? [50_000]
        : adults.flatMap((price) =>
            services.flatMap((extra) => children.map((multiplier) => price * (1 + multiplier) + extra)),
          )
      return { subtotalCents: Math.round(body.data.pricing.subtotal * 100), possible }
    }
    const sales: Awaited<ReturnType<typeof sell>>[] = []
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        // On a slow machine clients reserve again until everything has changed a few times.
        do sales.push(await sell(client % 4 === 0))
        while (facts.some(({ changes }) => changes <= 2))
      }),
    ).finally(() => (isOver = true))
    await changing
    for (const { subtotalCents, possible } of sales) expect(possible).toContain(subtotalCents)
    expect(new Set(sales.map(({ subtotalCents }) => subtotalCents)).size).toBeGreaterThan(2)
  })

  it('imports of prices and capacities change them without losing a place or a price', async () => {
    const installation = testInstallation(product)
    const slug = 'import-race'
    const cenoteId = derivedId('cenote', slug)
    const { pricing } = cenoteInput('any')
    let hourly = 40
    const importing = async (adultCents: number): Promise<void> => {
      // The five hours always have room for more than is expected below.
      hourly = Math.max(hourly - 4, 8)
      const lists = {
        cenotes: [cenoteItem(slug, { capacity: { daily: 2_000, hourly }, pricing: { ...pricing, adultCents } })],
      }
      await installation.importLists(lists, { environment: 'sandbox' }).catch(async (error: Error) => {
        // Too many places are booked for it by now: nothing of this file is stored, and the next one has room.
        expect(error.message).toMatch(/capacity|schedule/)
        hourly = 60
        await importing(adultCents)
      })
    }
    const price = new Alternation([30_000, 40_000], importing)
    await importing(30_000)

    let isOver = false
    const changing = price.runUntil(() => isOver)
    const sales = await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const had = price.observe()
        const { status, body } = await reserve(
          visitOf(cenoteId, { visitors: { adults: 1, children: 0 }, visitTime: `${10 + (client % 5)}:00` }),
        )
        return { status, possible: had(), cents: Math.round((body.data?.pricing?.subtotal ?? 0) * 100) }
      }),
    ).finally(() => (isOver = true))
    await changing
    expect(price.changes).toBeGreaterThan(0)
    const made = sales.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(20)
    expect(sales.filter(({ status }) => ![201, 422].includes(status))).toEqual([])
    for (const { cents, possible } of made) expect(possible).toContain(cents)
    const { cenote } = await ask(
      'query ($id: ID!) { cenote(id: $id) { capacity { hourly } standingReservations { reservations } } }',
      { id: cenoteId },
    )
    expect(cenote.standingReservations.reservations).toBe(made.length)
    const slots = await bookedBySlot(product.database('booking'), cenoteId)
    expect(Math.max(...slots)).toBeLessThanOrEqual(cenote.capacity.hourly)
    expect(slots.reduce((people, booked) => people + booked, 0)).toBe(made.length)
  })
})
