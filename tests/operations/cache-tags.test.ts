import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { databaseOpeners } from '../../cli/database-openers.ts'
import { createPriceBook } from '../../subgraphs/pricing/price-book.ts'
import { sql, testServerUrl, uniqueName } from '../testkit/database.ts'

/** The tables that SQL in the TypeScript files of a folder reads. */
const readIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\b(?:FROM|JOIN) (\w+)/g)])
    .map(([, table = '']) => table)

const bookkeeping = ['_prisma_migrations', 'change', 'fact_change', 'job_run', 'product_change']

/** Whether the cached fields of a subgraph are computed from one of its tables. */
const determinesFacts = {
  catalog: (table: string) => !bookkeeping.includes(table),
  pricing: (table: string) => createPriceBook({} as never).facts.some(({ tag }) => tag === `prices:${table}`),
  booking: (table: string) => readIn('subgraphs/booking/availability').includes(table),
}

interface Trigger {
  readonly table: string
  readonly source: string
  readonly argument: string
  /** The bits of pg_trigger.tgtype for INSERT, DELETE, UPDATE and TRUNCATE. */
  readonly events: number
}
const allEvents = 4 | 8 | 16 | 32

describe.each(['catalog', 'pricing', 'booking'] as const)('the triggers of %s', (owner) => {
  let tables: string[]
  let triggers: Trigger[]
  beforeAll(async () => {
    const database = uniqueName(owner)
    await (await databaseOpeners[owner](testServerUrl(), database)).close()
    const rows = await sql<{ name: string }>(
      database,
      "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'live'",
    )
    tables = rows.map(({ name }) => name)
    triggers = await sql(
      database,
      `SELECT relname AS table, prosrc AS source, split_part(encode(tgargs, 'escape'), '\\000', 1) AS argument,
         tgtype & ${allEvents} AS events
       FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid
       WHERE relnamespace = 'live'::regnamespace AND NOT tgisinternal`,
    )
  })

  /** Tables where every kind of write fires a trigger whose function contains the text. */
  const tablesThat = (text: string): string[] =>
    tables.filter((table) => {
      const fired = triggers.filter((trigger) => trigger.table === table && trigger.source.includes(text))
      return fired.reduce((events, trigger) => events | trigger.events, 0) === allEvents
    })

  it('announce every kind of write to the tables that cached fields are computed from', () => {
    const expected = tables.filter(determinesFacts[owner])
    expect(expected.length).toBeGreaterThan(3)
    expect(tablesThat('INSERT INTO fact_change')).toEqual(expected)
    // Pricing caches these tables in memory, and a notification evicts them.
    if (owner === 'pricing') expect(tablesThat('pg_notify')).toEqual(expected)
  })

  it('announce the kinds of tags that the contract declares with @cached, and no others', () => {
    const contract = readFileSync(`schema/${owner}.graphql`, 'utf8')
    const declared = [...contract.matchAll(/@cached\(tags: \[([^\]]+)\]/g)]
      .flatMap(([, tags = '']) => [...tags.matchAll(/(\w+):/g)])
      .map(([, kind]) => kind)
    const announced = triggers
      .filter(({ source }) => /INSERT INTO fact_change(?!.*'\*')/.test(source))
      .flatMap(({ source, argument }) =>
        source.includes('TG_ARGV') ? [argument] : [...source.matchAll(/'(\w+):'/g)].map(([, kind]) => kind),
      )
    expect(new Set(announced)).toEqual(new Set(declared))
  })
})
