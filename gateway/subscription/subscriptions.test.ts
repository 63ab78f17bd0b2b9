import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { GraphQLError, getOperationAST, parse, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import { mapAsync } from '../../platform/values/async-iterator.ts'
import type { GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { createLogger } from '../../platform/process/logger.ts'
import type { Access } from '../access.ts'
import { errorPresenter } from '../errors.ts'
import type { RateLimitMeter } from '../rate-limit/rate-limit-meter.ts'
import { SharedReads } from '../execution/run/shared-reads.ts'
import type { Execution } from '../execution/execution.ts'
import type { AdmittedOperation } from '../execution/operation.ts'
import type { Graph } from '../graph.ts'
import { anyCaller, planHere } from '../../tests/testkit/planner.ts'
import { loadSupergraph, type Supergraph } from '../supergraph/supergraph.ts'
import type { Subscriber } from './channel.ts'
import { eventually } from '../../tests/testkit/eventually.ts'
import { ScriptedLog } from '../../tests/testkit/scripted-log.ts'
import { Subscriptions } from './subscriptions.ts'

/** An event; only the fields that the tests read. */
type Json = ReturnType<typeof JSON.parse>

const supergraph = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
const cenoteId = '00000000-0000-4000-8000-000000000001'
const query = `subscription ($after: String, $types: [ReservationEventType!]) {
  reservationEvents(filter: { types: $types }, after: $after) {
    cursor
    reservation { bookingReference cenote { name } }
  }
}`

function admitted(text: string, variables: Record<string, unknown> = {}): AdmittedOperation {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('One operation')
  return {
    id: text,
    text,
    document,
    operation,
    operationName: undefined,
    isTrusted: false,
    cost: () => 1,
    declared: variables,
    variables,
    extensions: undefined,
  }
}

const identity = (other: Partial<Identity> = {}): Identity => ({
  partnerId: 'demo',
  environment: 'sandbox',
  scopes: ['reservations:read', 'catalog:read'],
  locale: 'en',
  requestId: 'test',
  ...other,
})

class Listener implements Subscriber {
  readonly results: ExecutionResult[] = []
  errors: readonly GraphQLFormattedError[] | undefined
  readonly unreadBytes = 0
  next = (result: string): void => void this.results.push(JSON.parse(result) as ExecutionResult)
  error = (errors: readonly GraphQLFormattedError[]): void => void (this.errors = errors)
  tooSlow = (): void => undefined
  get references(): unknown[] {
    return this.results.map(({ data }) => (data as Json)?.reservationEvents.reservation.bookingReference)
  }
}

const leaves: (() => void)[] = []
afterEach(() => leaves.splice(0).forEach((leave) => leave()))

/** Subscriptions over subgraphs that record their operations. */
function scripted(limits: { operationsPerPartner?: number } = {}) {
  const log = new ScriptedLog<ExecutionResult>((cursor) => ({
    data: {
      reservationEvents: {
        cursor,
        resumeCursor__: cursor,
        reservation: { bookingReference: `of ${cursor}`, cenote: { __typename: 'Cenote', id: cenoteId } },
      },
    },
  }))
  const requests = { booking: [] as GraphQLOperation[], catalog: [] as { identity: Identity }[] }
  let catalogResult = (): ExecutionResult | Promise<ExecutionResult> => ({
    data: { _entities: [{ __typename: 'Cenote', name: 'Dos Ojos' }] },
  })
  const unexpected = (): never => {
    throw new Error('not called here')
  }
  const executors: Record<string, GraphQLExecutor> = {
    booking: {
      execute: async () => ({ data: { reservationEventsCursor: await log.end() } }),
      async subscribe(operation) {
        requests.booking.push(operation)
        const name = /(\w+): reservationEvents\b/.exec(operation.query)?.[1] ?? 'reservationEvents'
        const events = await log.open(String(operation.variables?.['resumeAfter__']))
        return mapAsync(events, ({ event }) => ({ ...event, data: { [name]: event.data?.['reservationEvents'] } }))
      },
      close: async () => undefined,
    },
    catalog: {
      execute: async (_operation, caller) => {
        requests.catalog.push({ identity: caller })
        return catalogResult()
      },
      subscribe: unexpected,
      close: async () => undefined,
    },
    pricing: { execute: unexpected, subscribe: unexpected, close: async () => undefined },
    access: { execute: unexpected, subscribe: unexpected, close: async () => undefined },
  }
  const graphOf = (used: Supergraph, admit = admitted): Graph => ({
    supergraph: used,
    planner: planHere(used.sdl),
    reads: new SharedReads(executors),
    execution: {
      admit: async ({ query: text = '', variables }) => admit(text, variables),
    } as Pick<Execution, 'admit'> as Execution,
  })
  const subscriptions = new Subscriptions(graphOf(supergraph), {
    executors,
    access: { meter: () => anyCaller } as unknown as Access,
    limits: {
      perConnection: 10,
      connectionsPerPartner: 10,
      connectionsPerProcess: 10,
      operationsPerPartner: 10,
      initialisationMilliseconds: 1_000,
      beatMilliseconds: 1_000,
      ...limits,
    },
    present: errorPresenter(createLogger('silent', 'test')),
    logger: createLogger('silent', 'test'),
  })
  return {
    log,
    requests,
    graphOf,
    subscriptions,
    setCatalogResult: (response: () => ExecutionResult | Promise<ExecutionResult>) => void (catalogResult = response),
    async listen(operation: AdmittedOperation, caller = identity(), resumeAfter?: string) {
      const listener = new Listener()
      const context = { identity: caller, meter: anyCaller as RateLimitMeter }
      const leave = await subscriptions.subscribe(operation, context, listener, resumeAfter)
      leaves.push(leave)
      return Object.assign(listener, { leave })
    },
  }
}

describe('the same operation', () => {
  it('of many is one upstream, and one execution for each event', async () => {
    const { log, requests, listen } = scripted()
    const listeners = await Promise.all(Array.from({ length: 200 }, () => listen(admitted(query))))
    await eventually(() => log.readers.size === 1, true)
    log.write(5)
    await eventually(() => listeners.every(({ results }) => results.length === 5), true)
    expect([log.opened, requests.booking.length, requests.catalog.length]).toEqual([1, 1, 5])
    expect(listeners[7]?.results[0]).toEqual({
      data: {
        reservationEvents: { cursor: 'c0', reservation: { bookingReference: 'of c0', cenote: { name: 'Dos Ojos' } } },
      },
      extensions: { _sandbox: true },
    })
  })

  it('is the same whatever its formatting, the order within its variables, and its starting position', async () => {
    const { log, requests, listen } = scripted()
    log.write(3)
    const filtered = (text: string) => text.replace('$types: [ReservationEventType!]', '$f: ReservationEventFilter')
    const listeners = [
      await listen(admitted(query.replace(/\s+/g, ' '), { types: ['RESERVATION_CREATED'] })),
      await listen(admitted(query, { types: ['RESERVATION_CREATED'] })),
      await listen(admitted(query, { types: ['RESERVATION_CREATED'], after: null, unknown: 1 })),
    ]
    const [ordered, reordered] = [
      { cenoteId: '1', types: ['RESERVATION_CREATED'] },
      { types: ['RESERVATION_CREATED'], cenoteId: '1' },
    ]
    const whole = filtered(query).replace('{ types: $types }', '$f')
    listeners.push(await listen(admitted(whole, { f: ordered })), await listen(admitted(whole, { f: reordered })))
    await eventually(() => log.readers.size === 2, true)
    expect(requests.booking.map(({ variables }) => variables)).toEqual([
      { types: ['RESERVATION_CREATED'], resumeAfter__: 'c2' },
      { f: ordered, resumeAfter__: 'c2' },
    ])
    log.write(1)
    await eventually(() => listeners.every(({ results }) => results.length === 1), true)
    // From c1 on, by argument, by variable, or as Last-Event-ID: all served without another read.
    const late = [
      await listen(admitted(query, { types: ['RESERVATION_CREATED'], after: 'c3' })),
      await listen(
        admitted(query.replace('after: $after', 'after: "c3"').replace('$after: String, ', ''), {
          types: ['RESERVATION_CREATED'],
        }),
      ),
      await listen(admitted(query, { types: ['RESERVATION_CREATED'] }), identity(), 'c3'),
    ]
    log.write(1)
    await eventually(() => late.every(({ references }) => references.length === 1), true)
    expect(late.map(({ references }) => references)).toEqual([['of c4'], ['of c4'], ['of c4']])
    expect(log.readers.size).toBeLessThanOrEqual(3)
  })

  it('of callers with other rights, another language or another partner is another', async () => {
    const { log, requests, listen } = scripted()
    const callers = [
      identity(),
      identity({ requestId: 'another request is no difference', scopes: ['catalog:read', 'reservations:read'] }),
      identity({ scopes: ['reservations:read'] }),
      identity({ locale: 'es' }),
      identity({ partnerId: 'rival' }),
      identity({ environment: 'live' }),
    ]
    const listeners = await Promise.all(callers.map((caller) => listen(admitted(query), caller)))
    await eventually(() => log.readers.size === 5, true)
    log.write(1)
    await eventually(() => listeners.every(({ results }) => results.length === 1), true)
    expect(new Set(requests.catalog.map((call) => JSON.stringify({ ...call.identity, requestId: '' }))).size).toBe(5)
  })

  it('ends the upstream subscription when the last subscriber leaves, even if no event arrives', async () => {
    const { log, listen } = scripted()
    const listeners = await Promise.all(Array.from({ length: 3 }, () => listen(admitted(query))))
    await eventually(() => log.readers.size === 1, true)
    listeners[0]?.leave()
    listeners[1]?.leave()
    expect(log.readers.size).toBe(1)
    listeners[2]?.leave()
    await eventually(() => log.readers.size === 0, true)
  })
})

describe('a partner', () => {
  it('may have so many different subscriptions; equal ones, and those of others, do not count', async () => {
    const { log, listen } = scripted({ operationsPerPartner: 2 })
    const aliased = (name: string) => admitted(`subscription { ${name}: reservationEvents { cursor } }`)
    const first = await listen(aliased('a'))
    await listen(aliased('b'))
    await listen(aliased('b'))
    await expect(listen(aliased('c'))).rejects.toThrow(
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'SUBSCRIPTION_LIMIT_REACHED' }) }),
    )
    await listen(aliased('c'), identity({ partnerId: 'rival' }))
    await listen(aliased('c'), identity({ environment: 'live' }))
    first.leave()
    await listen(aliased('c'))
    await eventually(() => log.readers.size === 4, true)
  })

  it('may spend on an event what its plan allows one operation; equal ones, and those of others, cost nothing more', async () => {
    const { listen } = scripted()
    const costing = (name: string, requested: number): AdmittedOperation => ({
      ...admitted(`subscription { ${name}: reservationEvents { cursor } }`),
      extensions: { cost: { requested, budget: 100 } },
    })
    const first = await listen(costing('a', 60))
    await listen(costing('a', 60))
    await listen(costing('b', 40))
    await expect(listen(costing('c', 1))).rejects.toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({
          code: 'SUBSCRIPTION_BUDGET_EXCEEDED',
          details: { requested: 1, open: 100, budget: 100 },
        }),
      }),
    )
    await listen(costing('c', 100), identity({ partnerId: 'rival' }))
    first.leave()
  })
})

describe('an event', () => {
  it('is completed by one read for different subscriptions of equal rights that need the same, each with its own', async () => {
    const { log, requests, listen, setCatalogResult } = scripted()
    const ordered = (...selections: string[]) =>
      admitted(`subscription { reservationEvents { ${selections.join(' ')} } }`)
    const reservation = 'reservation { bookingReference cenote { name } }'
    const same = [
      await listen(ordered('cursor', reservation)),
      await listen(ordered(reservation, 'cursor')),
      await listen(ordered(reservation)),
    ]
    const others = [await listen(admitted(query), identity({ locale: 'es' }))]
    await eventually(() => log.readers.size === 4, true)
    // Reads are shared while they wait for their response, so it comes once every subscription has begun its own.
    setCatalogResult(async () => {
      for (let turns = 0; turns < 100; turns += 1) await nextTurn()
      return { data: { _entities: [{ __typename: 'Cenote', name: 'Dos Ojos' }] } }
    })
    log.write(1)
    await eventually(() => [...same, ...others].every(({ results }) => results.length === 1), true)
    expect(requests.catalog).toHaveLength(2)
    expect(same.map(({ references }) => references)).toEqual([['of c0'], ['of c0'], ['of c0']])
    // Later reads are new ones.
    log.write(1)
    await eventually(() => [...same, ...others].every(({ results }) => results.length === 2), true)
    expect(requests.catalog).toHaveLength(4)
  })

  it('is completed by no read that began for an earlier event, and so before its change', async () => {
    const { log, requests, listen, setCatalogResult } = scripted()
    const named = (name: string): ExecutionResult => ({ data: { _entities: [{ __typename: 'Cenote', name }] } })
    const early = await listen(admitted(query))
    await eventually(() => log.readers.size === 1, true)
    let respond = (_result: ExecutionResult): void => undefined
    setCatalogResult(() => new Promise((resolve) => (respond = resolve)))
    log.write(1)
    await eventually(() => requests.catalog.length === 1, true)
    const late = await listen(admitted(query, { types: ['RESERVATION_CREATED'] }))
    await eventually(() => log.readers.size === 2, true)
    setCatalogResult(() => named('renamed'))
    log.write(1)
    await eventually(() => late.results.length === 1, true)
    respond(named('as before'))
    await eventually(() => early.results.length === 2, true)
    const names = (listener: Listener) =>
      listener.results.map(({ data }) => (data as Json).reservationEvents.reservation.cenote.name)
    expect([names(early), names(late)]).toEqual([['as before', 'renamed'], ['renamed']])
  })

  it('waits for an unavailable subgraph, and is sent complete', async () => {
    const { log, listen, setCatalogResult } = scripted()
    const listener = await listen(admitted(query))
    await eventually(() => log.readers.size === 1, true)
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    setCatalogResult(() => {
      throw away
    })
    log.write(2)
    await eventually(() => log.opened > 2, true)
    expect(listener.results).toEqual([])
    setCatalogResult(() => ({ data: { _entities: [{ __typename: 'Cenote', name: 'Dos Ojos' }] } }))
    await eventually(() => listener.results.length === 2, true)
    expect(listener.references).toEqual(['of c0', 'of c1'])
    expect(listener.results.every(({ errors }) => errors === undefined)).toBe(true)
  })

  it('is sent with its errors when the caller caused them, or they persist', async () => {
    const { log, listen, setCatalogResult } = scripted()
    const listener = await listen(admitted(query))
    await eventually(() => log.readers.size === 1, true)
    setCatalogResult(() => ({
      data: { _entities: [null] },
      errors: [new GraphQLError('gone', { extensions: { code: 'CENOTE_NOT_FOUND', details: { cenoteId } } })],
    }))
    log.write(1)
    await eventually(() => listener.results.length === 1, true)
    expect(listener.results[0]?.errors?.[0]?.extensions).toMatchObject({ code: 'CENOTE_NOT_FOUND', status: 404 })
    setCatalogResult(() => {
      throw new TypeError('an internal error')
    })
    log.write(1)
    await eventually(() => listener.results.length === 2, true)
    expect(JSON.stringify(listener.results[1]?.errors)).toContain('INTERNAL_ERROR')
    expect(JSON.stringify(listener.results[1]?.errors)).not.toContain('an internal error')
    expect(listener.errors).toBeUndefined()
  })
})

describe('another supergraph', () => {
  it('continue from their positions', async () => {
    const { log, listen, subscriptions, graphOf, requests } = scripted()
    const listener = await listen(admitted(query))
    await eventually(() => log.readers.size === 1, true)
    log.write(2)
    await eventually(() => listener.results.length === 2, true)
    const reread = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
    await subscriptions.use(graphOf(reread))
    log.write(2)
    await eventually(() => listener.results.length === 4, true)
    expect(listener.references).toEqual(['of c0', 'of c1', 'of c2', 'of c3'])
    expect(requests.booking.map(({ variables }) => variables?.['resumeAfter__'])).toEqual(['start', 'c1'])
    expect(log.readers.size).toBe(1)
  })

  it('ends those that it does not support, and reports why', async () => {
    const { log, listen, subscriptions, graphOf } = scripted()
    const [unknown, known] = [
      await listen(admitted(query)),
      await listen(admitted('subscription { reservationEvents { cursor } }')),
    ]
    await eventually(() => log.readers.size === 2, true)
    await subscriptions.use(
      graphOf(supergraph, (text, variables) => {
        if (text === query)
          throw new GraphQLError('Cannot query field "name"', { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
        return admitted(text, variables)
      }),
    )
    expect(unknown.errors?.[0]).toMatchObject({
      message: 'Cannot query field "name"',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    })
    await eventually(() => log.readers.size === 1, true)
    log.write(1)
    await eventually(() => known.results.length === 1, true)
    expect([unknown.results, known.errors]).toEqual([[], undefined])
  })
})
