import type { ExecutionResult } from 'graphql'
import type { EngineResult } from '../testkit/engine.ts'

type Path = readonly (string | number)[]

/**
 * How a result of the engine differs from the reference's; undefined when it does not. Data must be the same, keys in
 * the same order. Of errors the places are compared: where in the data is the null that an error led to. Of several
 * failures under one null, each may report any: which comes first depends on who is asked first.
 */
export function difference(reference: ExecutionResult, response: EngineResult): string | undefined {
  const [expected, got] = [reference, response].map(({ data }) => JSON.stringify(data ?? null))
  if (expected !== got) return `data differ\n  expected ${expected}\n  got      ${got}${messages(response)}`
  const [expectedNulls, nulls] = [reference, response].map(({ data, errors = [] }) =>
    [...new Set(errors.map(({ path }) => JSON.stringify(nullAt(data, path ?? []))))].sort().join(' '),
  )
  if (expectedNulls !== nulls)
    return `errors differ in ${got}\n  expected at ${expectedNulls}${messages(reference)}\n  got at      ${nulls}${messages(response)}`
  return undefined
}

/** The first null on the way of a path; the path itself, marked, where there is none. */
function nullAt(data: unknown, path: Path): Path {
  let value = data ?? null
  for (const [index, key] of path.entries()) {
    if (value === null) return path.slice(0, index)
    value = (value as Record<string | number, unknown>)[key] ?? null
  }
  return value === null ? path : [...path, 'is not null']
}

const messages = ({ errors = [] }: EngineResult | ExecutionResult): string =>
  errors
    .slice(0, 3)
    .map(({ message, path }) => `\n    ${path?.join('.') ?? ''}: ${message}`)
    .join('')
