import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import { createLogger } from '../../platform/process/logger.ts'
import { createPlanner } from './planner.ts'
import { laterBy } from '../../tests/testkit/pauses.ts'

const supergraph = readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8')
const logger = createLogger('silent', 'test')
const planner = createPlanner(supergraph, logger, { maxIntrospectionBytes: 10_000_000 })
afterAll(() => planner.close())

const caller = (id: string) => ({
  id,
  spent: 0,
  spend(milliseconds: number) {
    this.spent += milliseconds
  },
})
const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ')
/** A document that takes long to plan: fields of three subgraphs many times. */
const heavy = (index: number): string =>
  `query Q${index} { ${many(8, (alias) => `a${alias}: cenote(id: "00000000-0000-4000-8000-000000000000") { id name availableToday bookedToday services { id } tours { id name cenotes { id availableToday } } }`)} }`

describe('the planner', () => {
  it('plans off the thread that handles requests, and charges the caller for it', async () => {
    const one = caller('one')
    const { node } = await planner.plan(
      { text: 'query A { tours { totalCount } } query B { cenotes { totalCount } }', operationName: 'B' },
      one,
    )
    expect(node).toMatchObject({
      kind: 'Fetch',
      serviceName: 'catalog',
      operation: 'query B__catalog__0{cenotes{totalCount}}',
    })
    expect(one.spent).toBeGreaterThan(0)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await planner.plan({ text: heavy(0) }, one)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })

  it('takes callers in turn: one that sends much waits for itself', async () => {
    const done: string[] = []
    const plan = (name: string, text: string) => planner.plan({ text }, caller(name)).then(() => done.push(name))
    const flood = Array.from({ length: 8 }, (_, index) => plan('flood', heavy(index + 1)))
    const before = plan('bystander', '{ tours { totalCount } }').then(() => [...done])
    const [order] = await Promise.all([before, ...flood])
    // The flood's first document is being planned when the others arrive, and its second is first in the queue.
    expect(order).toEqual(['flood', 'flood', 'bystander'])
  })

  it('refuses a caller with a hundred documents waiting', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 110 }, () => planner.plan({ text: '{ tours { totalCount } }' }, caller('flood'))),
    )
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).name] : []))
    // One is being planned, a hundred wait.
    expect(refused).toEqual(Array<string>(9).fill('QueueFull'))
  })

  it('executes introspection', async () => {
    const json = await planner.introspect({ text: getIntrospectionQuery(), variables: {} }, caller('one'))
    expect((JSON.parse(json) as { __schema: { types: unknown[] } }).__schema.types.length).toBeGreaterThan(100)
    const text = 'query ($name: String!) { __type(name: $name) { kind } }'
    expect(await planner.introspect({ text, variables: { name: 'Tour' } }, caller('one'))).toBe(
      '{"__type":{"kind":"OBJECT"}}',
    )
  })

  it('reports what fails, and continues', async () => {
    await expect(planner.plan({ text: '{' }, caller('one'))).rejects.toThrow('Syntax Error')
    expect((await planner.plan({ text: '{ tours { totalCount } }' }, caller('one'))).kind).toBe('QueryPlan')
  })

  it.each([0, 200, 400])('can be closed %i ms after its thread began to start, and plans first', async (moment) => {
    const starting = createPlanner(supergraph, logger, { maxIntrospectionBytes: 10_000_000 })
    await laterBy(moment)
    const plan = starting.plan({ text: '{ tours { totalCount } }' }, caller('one'))
    const [{ kind }] = await Promise.all([plan, starting.close()])
    expect(kind).toBe('QueryPlan')
  })
})
