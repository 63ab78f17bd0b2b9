import { describe, expect, it } from '@jest/globals'
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { getOperationAST, getVariableValues, GraphQLError, parse, validate, type ExecutionResult } from 'graphql'
import { localExecutor, type GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { presentError } from '../errors.ts'
import { anyCaller, planHere } from '../../tests/testkit/planner.ts'
import { readSupergraph } from '../supergraph/supergraph.ts'
import { completeEvent } from './completion.ts'
import { prepareSubscription } from './operation.ts'

const federation = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@shareable", "@external", "@requires"])`

/** The subgraph of changes, that of places, and that of people. */
const contracts = {
  news: `${federation}
    type Query { changesCursor: String! }
    type Subscription { changes(after: String): Change! }
    type Change { cursor: String! place: Place about: Subject guests: [Person!] host: Person! }
    interface Place { id: ID! size: Int }
    type Cenote implements Place @key(fields: "id") { id: ID! size: Int! @shareable }
    type Tour implements Place @key(fields: "id") { id: ID! size: Int }
    type Person @key(fields: "id") { id: ID! }
    union Subject = Cenote | Person`,
  catalog: `${federation}
    type Query { places: Int }
    type Cenote @key(fields: "id") { id: ID! size: Int @shareable name(in: String = "es"): String! region: String }
    type Tour @key(fields: "id") { id: ID! name(in: String = "es"): String! }`,
  people: `${federation}
    type Query { people: Int }
    type Person @key(fields: "id") { id: ID! name: String badge: String! }
    type Cenote @key(fields: "id") { id: ID! region: String @external guides: [Person!]! @requires(fields: "region") }`,
}

const supergraph = (() => {
  const { supergraphSdl, errors } = composeServices(
    Object.entries(contracts).map(([name, text]) => ({ name, url: `http://${name}.invalid`, typeDefs: parse(text) })),
  )
  if (!supergraphSdl) throw new Error(String(errors))
  return readSupergraph(supergraphSdl)
})()
const planner = planHere(supergraph.sdl)

const azul = { __typename: 'Cenote', id: 'azul', size: 40 }
const walk = { __typename: 'Tour', id: 'walk', size: 12 }
const person = (id: string) => ({ __typename: 'Person', id })
const change = {
  cursor: 'c1',
  place: azul,
  about: person('ana'),
  guests: ['ana', 'ben'].map(person),
  host: person('eva'),
}
type Change = { [field in keyof typeof change]: unknown }

const identity: Identity = { partnerId: 'demo', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' }
const logger = createLogger('silent', 'test')

/** Data of people: a missing badge is null in a field that must not be null. */
const people: Record<string, { name: string | null; badge: string | null }> = {
  ana: { name: 'Ana', badge: 'A' },
  ben: { name: null, badge: 'B' },
  eva: { name: 'Eva', badge: 'E' },
  stranger: { name: 'Nobody', badge: null },
}

interface Reference {
  readonly id: string
}

const named = ({ id }: Reference, { in: language }: { in: string }): string => `${id} in ${language}`

const resolvers = {
  catalog: {
    Cenote: {
      __resolveReference: ({ id }: Reference) => ({ id, region: id === 'azul' ? 'north' : null }),
      name: named,
    },
    Tour: { __resolveReference: ({ id }: Reference) => ({ id }), name: named },
  },
  people: {
    Person: {
      __resolveReference: ({ id }: Reference) => people[id] && { id, ...people[id] },
      name({ id, name }: Reference & { name: string | null }) {
        if (id !== 'ben') return name
        throw new GraphQLError('hidden', { extensions: { code: 'RESERVATION_NOT_FOUND', details: { id } } })
      },
    },
    Cenote: {
      __resolveReference: (cenote: object) => cenote,
      guides: ({ region }: { region: string | null }) =>
        region === 'north' ? ['eva', 'ana'].map((id) => ({ id, ...people[id] })) : [],
    },
  },
}

/** An event as the gateway sends it: as it came from its subgraph, completed, with errors as clients see them. */
async function complete(
  query: string,
  {
    variables = {},
    event: changed = {},
    failing = {},
  }: {
    variables?: Record<string, unknown>
    event?: Partial<Change>
    failing?: Record<string, () => Promise<ExecutionResult>>
  } = {},
) {
  const document = parse(query)
  expect(validate(supergraph.apiSchema, document)).toEqual([])
  const operation = getOperationAST(document)
  if (!operation) throw new Error('One operation')
  const requests: string[] = []
  const news = {
    Subscription: {
      changes: {
        async *subscribe() {
          yield await Promise.resolve({ changes: { ...change, ...changed } })
        },
      },
    },
    Change: {
      place({ place }: Change) {
        if (place !== 'gone') return place
        throw new GraphQLError('hidden', { extensions: { code: 'CENOTE_NOT_FOUND' } })
      },
    },
  }
  const executors = Object.fromEntries(
    Object.entries(contracts).map(([name, text]): [string, GraphQLExecutor] => {
      const schema = buildSubgraphSchema({ typeDefs: parse(text), resolvers: { news, ...resolvers }[name] as never })
      const executor = localExecutor({
        name,
        schema,
        createContext: () => ({}),
        check: async () => undefined,
        close: async () => undefined,
      })
      const execute: GraphQLExecutor['execute'] = (request, caller) => {
        requests.push(name)
        return failing[name]?.() ?? executor.execute(request, caller)
      }
      return [name, { ...executor, execute }]
    }),
  )
  const { coerced: given = {} } = getVariableValues(
    supergraph.apiSchema,
    operation.variableDefinitions ?? [],
    variables,
  )
  const prepared = await prepareSubscription(supergraph, planner, { document, operation }, given, anyCaller)
  const { variables: used } = prepared.read(given)
  const events = await executors['news']!.subscribe(prepared.upstream('c0', used), identity)
  const { value: event } = (await events.next()) as { value: ExecutionResult }
  const before = JSON.stringify(event)
  const complete = async () => {
    const { data, errors } = await completeEvent(prepared, event, used, identity, executors, 'objects')
    return { data, errors: errors.map((error) => presentError(error, 'en', logger)) }
  }
  const first = await complete()
  // An event that could not be completed is retried.
  expect(JSON.stringify(event)).toBe(before)
  expect(JSON.stringify(await complete())).toBe(JSON.stringify(first))
  return { ...first, requests: requests.slice(0, requests.length / 2) }
}

const inErrors = (code: string, ...path: (string | number)[]) =>
  expect.objectContaining({ path, extensions: expect.objectContaining({ code }) })

describe('a completed event', () => {
  it('has the requested fields under the requested names and in their order, and nothing else that was fetched', async () => {
    const { data, errors, requests } = await complete(`subscription Named {
      news: changes {
        spot: place { ...Spot }
        host { called: name id }
        cursor
      }
    }
    fragment Spot on Place { ... on Cenote { title: name guides { badge } } ...Tour id }
    fragment Tour on Tour { name }`)
    expect(JSON.stringify(data)).toBe(
      '{"news":{"spot":{"title":"azul in es","guides":[{"badge":"E"},{"badge":"A"}],"id":"azul"},"host":{"called":"Eva","id":"eva"},"cursor":"c1"}}',
    )
    expect(errors).toEqual([])
    expect([...requests].sort()).toEqual(['catalog', 'people', 'people'])
  })

  it('requests nothing that its own subgraph sent', async () => {
    const { data, requests } = await complete('subscription { changes { cursor place { id size } } }')
    expect([data, requests]).toEqual([{ changes: { cursor: 'c1', place: { id: 'azul', size: 40 } } }, []])
  })

  it('finds the type behind an interface and a union, whatever the subgraph calls a field of it', async () => {
    const query = `subscription { changes {
      __typename
      place { __typename ... on Cenote { size name } ... on Tour { size name } }
      about { kind: __typename ... on Person { name } ... on Cenote { region size } }
    } }`
    expect((await complete(query)).data).toEqual({
      changes: {
        __typename: 'Change',
        place: { __typename: 'Cenote', size: 40, name: 'azul in es' },
        about: { kind: 'Person', name: 'Ana' },
      },
    })
    expect((await complete(query, { event: { place: walk, about: azul } })).data).toEqual({
      changes: {
        __typename: 'Change',
        place: { __typename: 'Tour', size: 12, name: 'walk in es' },
        about: { kind: 'Cenote', region: 'north', size: 40 },
      },
    })
  })

  it('follows its variables and their defaults, in arguments and in conditions', async () => {
    const query = `subscription ($in: String = "en", $names: Boolean!, $size: Boolean = false, $hide: Boolean!) {
      changes {
        cursor @skip(if: $hide)
        place { ... on Cenote { name(in: $in) @include(if: $names) size @include(if: $size) } }
        ... @skip(if: $hide) { host { name } }
      }
    }`
    const shown = await complete(query, { variables: { names: true, hide: false } })
    expect(shown.data).toEqual({ changes: { cursor: 'c1', place: { name: 'azul in en' }, host: { name: 'Eva' } } })
    const hidden = await complete(query, { variables: { names: false, size: true, hide: true } })
    expect([hidden.data, hidden.requests]).toEqual([{ changes: { place: { size: 40 } } }, []])
    const other = await complete(query, { variables: { in: 'fr', names: true, hide: true } })
    expect([other.data, other.requests]).toEqual([{ changes: { place: { name: 'azul in fr' } } }, ['catalog']])
  })

  it('reports an error at its path, and is otherwise complete', async () => {
    const { data, errors } = await complete(
      'subscription { now: changes { all: guests { id n: name } host { name } } }',
    )
    expect(data).toEqual({
      now: {
        all: [
          { id: 'ana', n: 'Ana' },
          { id: 'ben', n: null },
        ],
        host: { name: 'Eva' },
      },
    })
    expect(errors).toEqual([inErrors('RESERVATION_NOT_FOUND', 'now', 'all', 1, 'n')])
    expect(errors[0]?.extensions).toMatchObject({ status: 404, details: { id: 'ben' } })
  })

  it('reports the errors of its own subgraph before those of others', async () => {
    const { data, errors } = await complete('subscription { changes { cursor place { id } guests { name } } }', {
      event: { place: 'gone' },
    })
    expect(data).toEqual({ changes: { cursor: 'c1', place: null, guests: [{ name: 'Ana' }, { name: null }] } })
    expect(errors).toEqual([
      inErrors('CENOTE_NOT_FOUND', 'changes', 'place'),
      inErrors('RESERVATION_NOT_FOUND', 'changes', 'guests', 1, 'name'),
    ])
  })

  it('replaces the nearest nullable parent by null where null is not allowed', async () => {
    const stranger = person('stranger')
    const query = 'subscription { changes { cursor place { ... on Cenote { id } } guests { badge } } }'
    const guests = await complete(query, { event: { guests: [person('ana'), stranger] } })
    expect(guests.data).toEqual({ changes: { cursor: 'c1', place: { id: 'azul' }, guests: null } })
    expect(guests.errors).toEqual([inErrors('INTERNAL_ERROR', 'changes', 'guests', 1, 'badge')])
    const host = await complete('subscription { changes { cursor host { badge } } }', { event: { host: stranger } })
    expect(host.data).toBeNull()
    expect(host.errors).toEqual([inErrors('INTERNAL_ERROR', 'changes', 'host', 'badge')])
  })

  it('lacks the fields of an unknown entity', async () => {
    const { data, errors } = await complete('subscription { changes { guests { name } } }', {
      event: { guests: [person('ana'), person('unheard of')] },
    })
    expect([data, errors]).toEqual([{ changes: { guests: [{ name: 'Ana' }, { name: null }] } }, []])
  })

  it('is complete except for the fields of a failed subgraph', async () => {
    const query = 'subscription { changes { cursor place { id ... on Cenote { region name } } guests { id name } } }'
    const people = [{ id: 'ana', name: 'Ana' }]
    const event = { guests: [person('ana')] }
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const unreachable = await complete(query, { event, failing: { catalog: () => Promise.reject(away) } })
    expect(unreachable.data).toEqual({ changes: { cursor: 'c1', place: null, guests: people } })
    expect(unreachable.errors).toEqual([
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', status: 503 }) }),
    ])
    const refusal = {
      message: 'no',
      extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { scope: 'catalog:read' } },
    }
    const refused = await complete(query, {
      event,
      failing: { catalog: async () => ({ errors: [refusal] }) as unknown as ExecutionResult },
    })
    expect(refused.data).toEqual(unreachable.data)
    expect(refused.errors).toEqual([
      expect.objectContaining({
        extensions: expect.objectContaining({ code: 'INSUFFICIENT_PERMISSIONS', details: { scope: 'catalog:read' } }),
      }),
    ])
  })

  it('is reported as unavailable, not as an internal error, when a dependency of a subgraph in this process is down', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { data, errors } = await complete('subscription { changes { host { id name } } }', {
      failing: {
        people: async () => ({
          data: { _entities: [{ name: null }] },
          errors: [new GraphQLError(away.message, { path: ['_entities', 0, 'name'], originalError: away })],
        }),
      },
    })
    expect(data).toEqual({ changes: { host: { id: 'eva', name: null } } })
    expect(errors).toEqual([inErrors('SERVICE_UNAVAILABLE', 'changes', 'host', 'name')])
  })

  it('is sent with what there is when a subgraph violates its schema, rather than retried forever', async () => {
    const query = 'subscription { changes { cursor place { ... on Cenote { guides { name } } } host { name } } }'
    const respondingWith = (entities: () => unknown[]) =>
      complete(query, { failing: { people: async () => ({ data: { _entities: entities() } }) } })
    const few = await respondingWith(() => [])
    expect(few.data).toEqual({ changes: { cursor: 'c1', place: null, host: { name: null } } })
    expect(few.errors.map(({ extensions }) => extensions?.code)).toEqual(['INTERNAL_ERROR', 'INTERNAL_ERROR'])
    const noList = await respondingWith(() => [{ guides: 'Eva' }])
    expect(noList.data).toEqual({ changes: { cursor: 'c1', place: null, host: { name: null } } })
    expect(noList.errors.map(({ extensions }) => extensions?.code)).toContain('INTERNAL_ERROR')
  })
})
