import { GraphQLError } from 'graphql'
import { isObject } from '../../../platform/values/json.ts'
import { ResponseJson } from './response-json.ts'
import { buildData, type FieldViolation } from './build-data.ts'
import type { ObjectResults } from '../plan/index.ts'
import type { ProjectedField, ProjectedObject, ProjectedType } from './response-projection.ts'
import type { Gathered, InternalPath, LocatedError } from '../run/index.ts'
import { writeJson } from './write-json.ts'

export type ResponseData = Record<string, unknown>
type Path = readonly (string | number)[]

/** Makes what was gathered into the response of an operation, with the paths of errors as its client knows them. */
export async function respond(
  projection: ProjectedObject,
  gathered: Gathered,
  form: 'json' | 'objects',
): Promise<{ data: ResponseData | ResponseJson | null; errors: GraphQLError[] }> {
  const { root, index, errors, failed } = gathered
  const located = errors.flatMap((one) =>
    clientErrors(projection, gathered, one).map((error) => ({ error, fetch: one.fetch })),
  )
  const reported = located.map(({ error }) => error)
  if (form === 'json') {
    const json = await writeJson(projection, root, index)
    if (json) return { data: new ResponseJson(json), errors: reported }
  }
  const violations: FieldViolation[] = []
  const data = buildData(projection, root, index, violations)
  const unexplained = violations.filter((violation) => !isExplained(violation, located, failed))
  return { data, errors: [...reported, ...unexplained.map(({ error }) => error)] }
}

/** Whether a null follows from an error that a subgraph reported, or from a fetch that failed. */
function isExplained(
  { error, isNull, fetches }: FieldViolation,
  reported: readonly { readonly error: GraphQLError; readonly fetch: number }[],
  failed: ReadonlySet<number>,
): boolean {
  if (!isNull) return false
  if (fetches.some((fetch) => failed.has(fetch))) return true
  const path = error.path ?? []
  return reported.some(({ error: other, fetch }) => {
    if (!other.path) return false
    if (isWithin(path, other.path) || isWithin(other.path, path)) return true
    // An error in one field may null its whole entity, and with it the other fields of the same fetch.
    return fetches.includes(fetch) && isWithin(other.path, path.slice(0, -1))
  })
}

const isWithin = (path: Path, outer: Path): boolean => outer.every((key, index) => path[index] === key)

/** An error of a subgraph where its client sees it: in each field that was read from the one that failed. */
function clientErrors(projection: ProjectedObject, gathered: Gathered, { error, path }: LocatedError): GraphQLError[] {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error.cause ?? error) : error
  const paths = path ? clientPaths(projection, gathered, path) : [undefined]
  return paths.map(
    (one) =>
      new GraphQLError(error.message, {
        path: one ?? null,
        extensions: error.extensions ?? null,
        originalError: cause as Error,
      }),
  )
}

/** A path in the client's names. It ends before a field that the plan requested in addition. */
function clientPaths(projection: ProjectedObject, { root, index }: Gathered, path: InternalPath): Path[] {
  const known: (string | number)[] = []
  let object: ProjectedObject | undefined = projection
  let value: unknown = root
  let others: readonly ProjectedField[] = []
  for (const key of path) {
    if (typeof key === 'number') {
      known.push(key)
      value = Array.isArray(value) ? (value as unknown[])[key] : undefined
      continue
    }
    const results: ObjectResults | undefined = object && isObject(value) ? object.enter(value, index) : undefined
    const [field, ...same]: readonly ProjectedField[] = object?.fieldsNamed(key, results) ?? []
    if (!field) break
    known.push(field.key)
    value = results && field.read(results, index)
    object = objectOf(field.type)
    // Only fields without fields of their own are read for several names.
    others = object ? [] : same
  }
  return [
    known,
    ...others.map(({ key }) =>
      known.with(
        known.findLastIndex((at) => typeof at === 'string'),
        key,
      ),
    ),
  ]
}

const objectOf = (type: ProjectedType): ProjectedObject | undefined =>
  type.kind === 'list' ? objectOf(type.item) : type.kind === 'object' ? type.object : undefined
