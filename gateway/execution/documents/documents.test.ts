import { describe, expect, it, jest } from '@jest/globals'
import { getIntrospectionQuery, print, type GraphQLError } from 'graphql'
import { CostModel } from './cost.ts'
import { documentLimits } from './limits.ts'
import { loadSupergraph } from '../../supergraph/supergraph.ts'
import { costBudgets } from './cost-budgets.ts'
import { Documents, RefusedDocument } from './documents.ts'
import { turn } from '../../../platform/process/turn.ts'

const supergraph = loadSupergraph(new URL('../../../schema/supergraph.graphql', import.meta.url))
const cost = new CostModel(supergraph.schema)
const documents = () =>
  new Documents({
    supergraph,
    costOf: (operation, fragments) => cost.of(operation, fragments),
    limits: documentLimits,
    storableTextsOnly: true,
    introspection: true,
  })
const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ')

/** The code of the error that refuses a document, and the limit where it is one. */
function refusal(text: string): unknown[] {
  try {
    documents().operation(text, undefined, false)
    return []
  } catch (error) {
    const [first] = (error as RefusedDocument).errors as [GraphQLError]
    return [first.extensions['code'], (first.extensions['details'] as { limit?: string } | undefined)?.limit]
  }
}
const costOf = (text: string): number => documents().operation(text, undefined, false).cost({})

describe('a document of repeated fields', () => {
  it('is checked, planned and executed as one that names each once', () => {
    const repeated = `{ cenotes { nodes { ${many(400, () => 'id name slug isActive')} } } }`
    const { document, text } = documents().operation(repeated, undefined, false)
    expect(print(document).replaceAll(/\s+/g, ' ')).toBe('{ cenotes { nodes { id name slug isActive } } }')
    expect(text).toBe(repeated)
  })
})

describe('a turn of the event loop without time left', () => {
  it('has a new document wait, and not one that is known', async () => {
    const checked = documents()
    checked.operation('{ a: __typename }', undefined, false)
    while (!turn.isOver);
    const done: string[] = []
    const find = (text: string): Promise<unknown> =>
      checked.operationInTurn(text, undefined, false).then(() => done.push(text))
    const finding = [find('{ b: __typename }'), find('{ a: __typename }')]
    await Promise.resolve().then(() => undefined)
    expect(done).toEqual(['{ a: __typename }'])
    await Promise.all(finding)
    expect(done).toContain('{ b: __typename }')
  })
})

describe('a new document', () => {
  it('is checked in steps, between which other work has its turn', async () => {
    let checks = 0
    const isOver = jest.spyOn(turn, 'isOver', 'get').mockImplementation(() => checks++ % 2 === 0)
    const next = jest.spyOn(turn, 'next').mockResolvedValue()
    await documents().operationInTurn('{ c: __typename }', undefined, false)
    expect(next).toHaveBeenCalledTimes(3)
    isOver.mockRestore()
    next.mockRestore()
  })

  it('is checked once for all who sent it at the same time', async () => {
    const checked = documents()
    while (!turn.isOver);
    const find = () => checked.operationInTurn('{ d: __typename }', undefined, false)
    const [first, ...others] = await Promise.all([find(), find(), find()])
    for (const other of others) expect(other).toBe(first)
  })
})

describe('introspection', () => {
  it.each([
    [
      'aliases in fragments',
      `{ __schema { ...A } } fragment A on __Schema { ${many(10, (i) => `a${i}: types { ...B }`)} }
        fragment B on __Type { ${many(10, (i) => `b${i}: fields { ...C }`)} }
        fragment C on __Field { ${many(10, (i) => `c${i}: type { name }`)} }`,
      'aliases',
    ],
    [
      'fields of fragments',
      `{ __schema { types { ...f0 } } } ${many(12, (i) => `fragment f${i} on __Type { ofType { ...f${i + 1} } interfaces { ...f${i + 1} } }`)}
        fragment f12 on __Type { name }`,
      'fields',
    ],
    ['levels', `{ __type(name: "Cenote") ${'{ ofType '.repeat(20)} { name } ${'}'.repeat(20)} }`, 'introspectionDepth'],
  ])('is refused for too many %s, like any other selection', (_what, text, limit) => {
    expect(refusal(text)).toEqual(['DOCUMENT_TOO_LARGE', limit])
  })

  it('is priced by the size of the schema, so that it cannot be multiplied in one request', () => {
    const whole = getIntrospectionQuery().replace('query IntrospectionQuery', 'query')
    expect(costOf(whole)).toBeGreaterThan(100)
    // Once, it fits into the smallest budget.
    expect(costOf(whole)).toBeLessThan(costBudgets.none)
    const [head = '', ...rest] = whole.split(/(?=fragment FullType)/)
    const again = many(6, (index) => `t${index}: types { ...FullType }`)
    expect(costOf([head.replace('directives {', `${again} directives {`), ...rest].join(''))).toBeGreaterThan(1_000)
    expect(costOf('{ __type(name: "Cenote") { name } }')).toBe(1)
  })

  it('of tools passes, with every option', () => {
    const options = { inputValueDeprecation: true, directiveIsRepeatable: true, schemaDescription: true }
    expect(refusal(getIntrospectionQuery({ ...options, specifiedByUrl: true, oneOf: true }))).toEqual([])
  })
})

describe('documents', () => {
  const field = (name: string): string => `{ ${name}: tours { totalCount } }`
  const flood = (checked: Documents, text: (index: number) => string): void => {
    for (let index = 0; index < 1_500; index += 1)
      try {
        checked.operation(text(index), undefined, false)
      } catch (error) {
        if (!(error instanceof RefusedDocument)) throw error
      }
  }

  it.each([
    ['refused', (index: number) => `{ nothing${index} }`],
    ['sent once', (index: number) => field(`a${index}`)],
  ])('that are %s do not push out those that are used again', (_what, text) => {
    const checked = documents()
    checked.operation(field('popular'), undefined, false)
    const cached = checked.operation(field('popular'), undefined, false)
    flood(checked, text)
    expect(checked.operation(field('popular'), undefined, false)).toBe(cached)
  })

  it('of many operations are measured together', () => {
    const operations = many(30, (index) => `query q${index} { ...F }`)
    const fragment = `fragment F on Query { ${many(10, () => 'tours { totalCount nodes { id name slug } }')} }`
    expect(refusal(`${operations} ${fragment}`)).toEqual(['OPERATION_RESOLUTION_FAILURE', undefined])
    expect(
      refusal(
        `${operations} ${fragment.replace(
          'slug',
          many(100, () => 'slug'),
        )}`,
      ),
    ).toEqual(['DOCUMENT_TOO_LARGE', 'fields'])
  })
})

describe('a number that a double cannot hold', () => {
  it.each([
    '{ cenotes(filter: { minRating: 1e400 }) { totalCount } }',
    `{ cenotes(filter: { minRating: -${'9'.repeat(400)} }) { totalCount } }`,
    '{ cenotes(filter: { minAdultCents: 1e400 }) { totalCount } }',
    'query ($rating: Float = 1e400) { cenotes(filter: { minRating: $rating }) { totalCount } }',
    '{ cenotes { nodes { nearby(radiusKm: 1e400) { distance { km } } } } }',
    'mutation { modifyReservation(input: { id: "a", guest: { preferences: { seat: 1e400 } } }) { id } }',
  ])('is refused in %s', (text) => {
    expect(refusal(text)).toEqual(['GRAPHQL_VALIDATION_FAILED', undefined])
  })
})

describe('a literal of the scalar JSON', () => {
  const modification = (seat: string): string =>
    `mutation { modifyReservation(input: { id: "a", guest: { preferences: { seat: ${seat} } } }) { reservation { id } } }`

  it('is refused with an integer beyond 2^53 - 1', () => {
    expect(refusal(modification('9007199254740993'))).toEqual(['GRAPHQL_VALIDATION_FAILED', undefined])
    expect(refusal(modification('9007199254740991'))).toEqual([])
  })
})
