import { GraphQLError } from 'graphql'
import type { ObjectResults, ResultIndex } from '../plan/index.ts'
import type { ProjectedField, ProjectedObject, ProjectedType } from './response-projection.ts'

type Response = Record<string, unknown>

/** Where a value stands in the response; made into a path only for errors. */
interface Place {
  readonly key: string | number
  readonly parent: Place | undefined
}

/** A field that has no value of its type. */
export interface FieldViolation {
  readonly error: GraphQLError
  /** Whether the value is null; otherwise a subgraph returned something of another type. */
  readonly isNull: boolean
  readonly fetches: readonly number[]
}

/**
 * Builds the response of an operation as objects. A null where none may be replaces its parent, and everything that is
 * not as its type demands is reported.
 */
export function buildData(
  root: ProjectedObject,
  results: ObjectResults,
  index: ResultIndex,
  violations: FieldViolation[],
): Response | null {
  const fields = root.fieldsOf(results) ?? []
  return new Builder(index, violations).object(root, fields, results, undefined) ?? null
}

class Builder {
  constructor(
    private readonly index: ResultIndex,
    private readonly violations: FieldViolation[],
  ) {}

  /** Undefined when a field is null that may not be. */
  object(
    object: ProjectedObject,
    fields: readonly ProjectedField[],
    results: ObjectResults,
    parent: Place | undefined,
  ): Response | undefined {
    const response: Response = {}
    for (const field of fields) {
      const { key, read } = field
      const place = { key, parent }
      const value = field.isTypename
        ? object.typeNameOf(results)
        : this.#complete(field.type, read(results, this.index), field, place)
      if (value === undefined) return undefined
      // A plain assignment would set the prototype.
      if (key === '__proto__') Object.defineProperty(response, key, { value, enumerable: true })
      else response[key] = value
    }
    return response
  }

  #complete(type: ProjectedType, value: unknown, field: ProjectedField, place: Place): unknown {
    const completed = this.#value(type, value, field, place)
    if (completed !== null || !type.nonNull) return completed
    return undefined
  }

  /** A value, null, or undefined for a null that was reported and replaces the parent. */
  #value(type: ProjectedType, value: unknown, field: ProjectedField, place: Place): unknown {
    if (value === null || value === undefined) return this.#null(type, field, place)
    if (type.kind === 'leaf') {
      const checked = type.check(value)
      if (checked !== undefined) return checked
      if (type.isHidden?.(value)) return this.#null(type, field, place)
      return this.#reportType(`${type.name} cannot represent the value`, field, place)
    }
    if (type.kind === 'list') {
      if (!Array.isArray(value)) return this.#reportType('Expected a list', field, place)
      const items: unknown[] = []
      for (let index = 0; index < value.length; index += 1) {
        const item = this.#complete(type.item, value[index], field, { key: index, parent: place })
        if (item === undefined) return null
        items.push(item)
      }
      return items
    }
    if (typeof value !== 'object' || Array.isArray(value)) return this.#reportType('Expected an object', field, place)
    const results = type.object.enter(value, this.index)
    const fields = type.object.fieldsOf(results)
    if (!fields && type.object.isHidden(results)) return this.#null(type, field, place)
    if (!fields) return this.#reportType('Expected the name of a type that fits in the object', field, place)
    return this.object(type.object, fields, results, place) ?? null
  }

  #null(type: ProjectedType, field: ProjectedField, place: Place): null {
    if (type.nonNull) this.#report(`Cannot return null for non-nullable field ${field.coordinate}.`, true, field, place)
    return null
  }

  #reportType(problem: string, field: ProjectedField, place: Place): null {
    this.#report(`${problem} that a subgraph returned for ${field.coordinate}.`, false, field, place)
    return null
  }

  #report(message: string, isNull: boolean, { fetches }: ProjectedField, place: Place): void {
    this.violations.push({ error: new GraphQLError(message, { path: pathOf(place) }), isNull, fetches })
  }
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Place | undefined = place; at; at = at.parent) path.push(at.key)
  return path.reverse()
}
