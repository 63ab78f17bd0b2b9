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
import { randomOperation } from './random-operation.ts'
import { randomSchema, type SchemaOptions } from './random-schema.ts'

// The suite runs the same cases every time, so that it does not fail by chance; EXECUTION_SEED=... runs others.
const seed = Number(process.env.EXECUTION_SEED || 11)
const schemaCount = Number(process.env.EXECUTION_SCHEMAS ?? 20)
const operationsOfEach = 80

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

async function compare({ async, wrong }: SchemaOptions, from: number, to: number): Promise<Record<string, number>> {
  const seen = { compared: 0, withData: 0, withErrors: 0, withRefusal: 0 }
  for (let number = from; number < to; number += 1) {
    const chance = new Chance(seed + number)
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
      const about = `EXECUTION_SEED=${seed} schema ${number}\n${text}\n${JSON.stringify(variables)}`
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
  ])(
    '%s results in what graphql-js executes, for random schemas and documents',
    async (name, options) => {
      const seen = await compare(options, 0, schemaCount)
      process.stdout.write(`EXECUTION_SEED=${seed} ${name}: ${JSON.stringify(seen)}\n`)
      expect(seen['withData']).toBeGreaterThan(schemaCount * 5)
      expect(seen['withErrors']).toBeGreaterThanOrEqual(options.wrong > 0 ? schemaCount : 0)
    },
    120_000,
  )
})
