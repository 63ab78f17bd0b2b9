import { describe, expect, it } from '@jest/globals'
import {
  execute,
  GraphQLError,
  NoUnusedVariablesRule,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
  type ExecutionResult,
  type GraphQLFormattedError,
} from 'graphql'
import { CompiledOperation } from '../../../platform/graphql/execution/operation.ts'
import { Chance } from '../../../bench/chance.ts'
import { isLong, seedOf } from '../../testkit/long-form.ts'
import { randomOperation } from './random-operation.ts'
import { randomSchema, type SchemaOptions } from './random-schema.ts'

const seed = seedOf(11)
/**
 * Of the short form: 40 operations over each of these schemas reach every branch of platform/graphql/execution that 6,000
 * over 50 schemas do (V8's coverage), most of them over several schemas.
 */
const chosenSchemas = [11, 12, 14, 15, 16, 24, 31, 38, 41, 45, 46, 47, 53]
const schemaSeeds = isLong ? Array.from({ length: 200 }, (_, index) => seed + index) : chosenSchemas
const operationsOfEach = isLong ? 80 : 40

const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule)

type Outcome = Omit<ExecutionResult, 'data'> & { readonly data?: unknown }

const messages = (errors: Outcome['errors'] = []): string[] =>
  errors.map(({ message, path }) => `${path?.join('.') ?? ''}: ${messageAsActual(message)}`)

/** Our words for what the library says of type resolvers are other ones, and shorter. */
const messageAsActual = (message: string): string =>
  /^(Abstract type "\w+"|Expected value of type "\w+")/.exec(message)?.[0] ??
  (/\.serialize\(/.test(message) ? 'not serialized' : message)

/** Errors by the null that they left in the data. */
function nulls({ data, errors = [] }: Outcome): string[] {
  return [...new Set(errors.map(({ path = [] }) => nullAt(data, path)))].sort()
}
function nullAt(data: unknown, path: NonNullable<GraphQLFormattedError['path']>): string {
  let value = data
  for (const [index, key] of path.entries()) {
    if (value === null) return path.slice(0, index).join('.')
    value = (value as Record<string | number, unknown>)[key]
  }
  return path.join('.')
}

/** The selected members of an object that may have more. */
function selected(value: unknown, like: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value
  if (Array.isArray(like)) return Array.isArray(value) ? value.map((one, index) => selected(one, like[index])) : value
  const result = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(like))
    result[key] = selected((value as Record<string, unknown>)[key], inner)
  return result
}

async function compare({ async, wrong }: SchemaOptions): Promise<Record<string, number>> {
  const seen = { compared: 0, withData: 0, withErrors: 0, withRefusal: 0 }
  for (const schemaSeed of schemaSeeds) {
    const chance = new Chance(schemaSeed)
    const { schema, rootValue } = randomSchema(chance, { async, wrong })
    for (let count = 0; count < operationsOfEach; count += 1) {
      const { text, variables } = randomOperation(schema, chance, chance.often(0.2))
      const document = parse(text, { noLocation: true })
      if (validate(schema, document, rules).length > 0) continue
      const definition = getOperationAST(document)
      if (!definition) throw new Error('There is no operation')
      const theirs = await execute({ schema, document, rootValue, contextValue: {}, variableValues: variables })
      const compiled = new CompiledOperation(schema, document, definition)
      const coerced = compiled.coerceVariables(variables)
      const about = `schema ${schemaSeed}\n${text}\n${JSON.stringify(variables)}`
      if ('errors' in coerced) {
        expect([about, undefined, messages(coerced.errors)]).toEqual([about, theirs.data, messages(theirs.errors)])
        seen.withRefusal += 1
        continue
      }
      const actual: Outcome = await compiled.run(rootValue, {}, coerced.values)
      const shared: Outcome = await compiled.run(rootValue, {}, coerced.values, 'shared')
      const json = await compiled.runToJson(rootValue, {}, coerced.values)
      const expected = JSON.stringify(theirs.data)
      const written = [JSON.stringify(actual.data), json.data, JSON.stringify(selected(shared.data, theirs.data))]
      if (written.some((one) => one !== expected))
        expect([about, ...written]).toEqual([about, ...written.fill(expected)])
      for (const outcome of [actual, shared, { ...json, data: theirs.data }]) {
        if (!outcome.errors && !theirs.errors) continue
        // Of several errors below one null the first counts, and promises resolve in another order.
        const [found, wanted] = async
          ? [nulls(outcome), nulls(theirs)]
          : [messages(outcome.errors), messages(theirs.errors)]
        expect([about, found]).toEqual([about, wanted])
        expect(outcome.errors?.every((error) => error instanceof GraphQLError)).toBe(true)
      }
      seen.compared += 1
      if (theirs.data) seen.withData += 1
      if (theirs.errors) seen.withErrors += 1
    }
  }
  return seen
}

describe('a compiled operation', () => {
  it.each([
    ['without promises', { async: false, wrong: 0.06 }],
    ['with promises', { async: true, wrong: 0.06 }],
    ['of values that are right', { async: true, wrong: 0 }],
  ])('%s results in what graphql-js executes, for random schemas and documents', async (name, options) => {
    const seen = await compare(options)
    process.stdout.write(`${name}: ${JSON.stringify(seen)}\n`)
    expect(seen['withData']).toBeGreaterThan(schemaSeeds.length * 5)
    expect(seen['withErrors']).toBeGreaterThanOrEqual(options.wrong > 0 ? schemaSeeds.length : 0)
  })
})
