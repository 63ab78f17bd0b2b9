import { describe, expect, it } from '@jest/globals'
import { buildSchema, getOperationAST, parse, type GraphQLObjectType } from 'graphql'
import { fragmentsOf } from '../selection/fragments.ts'
import { compileObject, type ExecutableObject } from './compile.ts'
import { Place, Run, type Container, type ExecutableOperation } from './run.ts'

const schema = buildSchema(`
  type Query { a: Int b(x: Int): Int inner: Inner resolved: Int }
  type Inner { a: Int inner: Inner list: [Inner!] resolved: Int }`)
for (const name of ['Query', 'Inner'])
  (schema.getType(name) as GraphQLObjectType).getFields()['resolved']!.resolve = () => 9

const operationOf = (text: string): ExecutableOperation => {
  const document = parse(text)
  return { schema, definition: getOperationAST(document)!, fragments: fragmentsOf(document) }
}
const compiled = (text: string, variables = {}): ExecutableObject & { operation: ExecutableOperation } => {
  const operation = operationOf(text)
  const object = compileObject(operation, schema.getQueryType()!, [operation.definition.selectionSet], variables)
  return { operation, fields: object.fields, create: object.create, fill: object.fill, plain: object.plain }
}

function filled(text: string, source: unknown, variables = {}): { target: Container; errors: readonly Error[] } {
  const { operation, create, fill } = compiled(text, variables)
  const holder: Container = {}
  const target = (holder['data'] = create())
  const run = new Run(operation, source, {}, variables, 'copied')
  const position = { nodes: [], isNullable: true, typeName: undefined }
  fill(source, target as Container, new Place(undefined, holder, 'data', position), run)
  return { target: target as Container, errors: run.errors }
}

describe('what is selected of an object', () => {
  it('is filled from its properties, methods and resolvers, under its response keys', () => {
    const source = { a: 1, b: ({ x }: { x?: number }) => x ?? 0, inner: { a: 3 } }
    expect(filled('{ x: a b y: b(x: 5) resolved inner { z: a } __typename }', source).target).toEqual({
      x: 1,
      b: 0,
      y: 5,
      resolved: 9,
      inner: { z: 3 },
      __typename: 'Query',
    })
  })

  it('is merged from every place where it is selected', () => {
    const text = '{ inner { a } ...F } fragment F on Query { inner { resolved } }'
    expect(filled(text, { inner: { a: 1 } }).target).toEqual({ inner: { a: 1, resolved: 9 } })
  })

  it('is an error of its own field when reading it throws', () => {
    const source = {
      b: 2,
      get a(): number {
        throw new Error('no')
      },
    }
    const { target, errors } = filled('{ a b }', source)
    expect([target, errors.map(({ message }) => message)]).toEqual([{ a: null, b: 2 }, ['no']])
  })

  it('may have the name of a prototype', () => {
    const { target } = filled('{ __proto__: a }', { a: 1 })
    expect(Object.entries(target)).toEqual([['__proto__', 1]])
  })
})

describe('an object is plain', () => {
  it.each([
    ['{ a inner { a inner { a } } }', true],
    ['{ inner { list { a } } }', true],
    ['{ x: a }', false],
    ['{ b(x: 1) }', false],
    ['{ a resolved }', false],
    ['{ a __typename }', false],
    ['{ inner { inner { resolved } } }', false],
  ])('%s: %j', (text, isPlain) => {
    expect(compiled(text).plain !== undefined).toBe(isPlain)
  })
})
