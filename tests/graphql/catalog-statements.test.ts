import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { seedBulk } from '../../bench/bulk/seed.ts'
import { addDays, weekdayOf } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { closeOnWeekday } from '../testkit/catalog-rows.ts'
import { testServerUrl } from '../testkit/database.ts'
import { partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { statementsDuring } from '../testkit/statements.ts'

let product: TestProduct
let rest: ReturnType<typeof partner>
const startDate = addDays(new Date().toISOString().slice(0, 10), 7)

beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
  await seedBulk({
    serverUrl: testServerUrl(),
    databasePrefix: product.database('catalog').replace(/catalog$/, ''),
    environment: 'sandbox',
    cenotes: 60,
    reservations: 0,
    partnerId: demoId('partner', 'demo'),
    onProgress: () => undefined,
  })
  // Every cenote is closed on the last requested day, so that every one of them looks for the next day with room.
  await closeOnWeekday(product.database('catalog'), weekdayOf(addDays(startDate, 6)))
})
afterAll(() => product.close())

/** A selection of a list, through every batched field of a cenote, and of the cenotes and tours within. */
const everything = `query ($first: Int!, $startDate: LocalDate!) {
  cenotes(first: $first, sort: { field: POPULARITY }) {
    totalCount
    pageInfo { endCursor hasNextPage hasPreviousPage }
    nodes {
      id name longDescription guidelines { safety } bookedToday availableToday
      location { latitude } amenities { kind } reviews { id } meetingPoints { id }
      availability(input: { startDate: $startDate, days: 7, visitors: 2 }) { days { date available nextAvailable timeSlots { time remaining } } }
      services { id priceCents }
      ageConfigurations { category pricingMultiplier }
      nearby(first: 3) { distance { km } cenote { id name availableToday services { id } } }
      tours { id name meetingPoints { id } cenotes { id name availableToday reviews(first: 2) { id } } ageConfigurations { category } }
    }
  }
}`

/** A page of the most popular cenotes, and the SQL statements sent for it to all databases. */
async function statementsOf(first: number): Promise<{ nodes: Json[]; statements: string[] }> {
  let body: Json
  const sent = await statementsDuring(async () => ({ body } = await rest.graphql(everything, { first, startDate })))
  const statements = sent
    .map(({ text }) => text)
    // The background jobs read neither the catalog nor inventories and prices.
    .filter((text) =>
      /\b(cenote|tour|review|meeting_point|closure|special_event|inventory_\w+|\w+_configuration)\b/.test(text),
    )
    // The facts that changes of what is sold are published with, in the background, too.
    .filter((text) => !/"tourId", timezone|AS "productType", timezone/.test(text))
    .map((text) => text.replace(/\s+/g, ' ').replace(/\$\d+(,\$\d+)*/g, '?'))
    .sort()
  expect(body.errors).toBeUndefined()
  return { nodes: body.data.cenotes.nodes, statements }
}

describe('a list of 50 cenotes with all that belongs to them', () => {
  it('sends the same statements as a list of 5', async () => {
    // How many there are in all is counted once.
    await statementsOf(1)
    const few = await statementsOf(5)
    const many = await statementsOf(50)
    expect([few.nodes.length, many.nodes.length]).toEqual([5, 50])
    // Otherwise a field without rows would cost nothing whatever it did.
    for (const { nodes } of [few, many]) {
      for (const part of ['amenities', 'reviews', 'meetingPoints', 'services', 'ageConfigurations', 'nearby', 'tours'])
        expect(nodes.filter((node) => node[part].length > 0).length).toBeGreaterThan(1)
      expect(nodes.filter(({ availability }) => availability.days.at(-1).available)).toEqual([])
    }
    expect(few.statements.length).toBeGreaterThan(10)
    expect(new Set(many.statements)).toEqual(new Set(few.statements))
    // Two reads of one kind are one when they begin in the same turn of the event loop, which a busy machine decides.
    expect(Math.abs(many.statements.length - few.statements.length)).toBeLessThan(5)
  })
})
