import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLScalarType,
} from 'graphql'
import { textAsJson } from '../json-text.ts'
import { enumNames, isBoolean, isFloat, isInt, isText, type LeafCheck } from '../leaf-values.ts'

/**
 * How to take over a part of the result whole. A part is plain when no resolver, alias or abstract type is in it, so
 * that its source may already be the result. Whether it is, the values decide: both functions refuse what completing
 * would change, such as a number where the contract has a text, a null where there must be none, or a promise.
 */
export interface Plain {
  /** Whether completing the value would result in an equal one. */
  readonly isComplete: (value: unknown) => boolean
  /** The value as JSON; undefined when it is not complete. */
  readonly write: (value: unknown) => string | undefined
}

export interface PlainField {
  readonly key: string
  readonly plain: Plain
}

/** How to see that a scalar serializes a value to itself, by its function that serializes. */
const unchanged = new Map<unknown, LeafCheck>([
  [GraphQLString.serialize, isText],
  [GraphQLID.serialize, isText],
  [GraphQLBoolean.serialize, isBoolean],
  [GraphQLInt.serialize, isInt],
  [GraphQLFloat.serialize, isFloat],
])

/** Declares that a scalar serializes such values to themselves: those that it checks, and finds right. */
export function serializesUnchanged(
  { serialize }: GraphQLScalarType,
  values: 'text' | 'whole number' | 'checked',
): void {
  const serializesToItself: LeafCheck = (value) => {
    try {
      return serialize(value) === value
    } catch {
      return false
    }
  }
  const checks = {
    text: isText,
    'whole number': (value: unknown) => isInt(value) && (value as number) >= 0,
    checked: serializesToItself,
  }
  unchanged.set(serialize, checks[values])
}

/** A leaf that is plain; undefined when it has to be serialized. */
function plainLeaf(type: GraphQLLeafType): Plain | undefined {
  const isComplete = isEnumType(type) ? checkOfEnum(type) : unchanged.get(type.serialize)
  if (!isComplete) return undefined
  const write = (value: unknown): string | undefined => {
    if (!isComplete(value)) return undefined
    return typeof value === 'string' ? textAsJson(value) : JSON.stringify(value)
  }
  return { isComplete, write }
}

function checkOfEnum(type: GraphQLEnumType): LeafCheck {
  const names = enumNames(type)
  return (value) => names.has(value)
}

const writtenNull = 'null'

export const orNull = ({ isComplete, write }: Plain): Plain => ({
  isComplete: (value) => value === null || isComplete(value),
  write: (value) => (value === null ? writtenNull : write(value)),
})

export const plainList = ({ isComplete, write }: Plain): Plain => ({
  isComplete(value) {
    if (!Array.isArray(value)) return false
    for (const item of value as unknown[]) if (!isComplete(item)) return false
    return true
  },
  write(value) {
    if (!Array.isArray(value)) return undefined
    let text = ''
    for (const item of value as unknown[]) {
      const written = write(item)
      if (written === undefined) return undefined
      text += text === '' ? written : `,${written}`
    }
    return `[${text}]`
  },
})

export function plainObject(fields: readonly PlainField[]): Plain {
  const checks = fields.map(({ key, plain: { isComplete } }) => ({ key, isComplete }))
  const writers = fields.map(({ key, plain: { write } }, index) => ({
    key,
    before: `${index === 0 ? '' : ','}"${key}":`,
    write,
  }))
  return {
    isComplete(value) {
      if (!isObject(value)) return false
      for (const { key, isComplete } of checks) if (!isComplete(value[key])) return false
      return true
    },
    write(value) {
      if (!isObject(value)) return undefined
      let text = '{'
      for (const { key, before, write } of writers) {
        const written = write(value[key])
        if (written === undefined) return undefined
        text += before + written
      }
      return `${text}}`
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Error) &&
  typeof (value as { then?: unknown }).then !== 'function'

/** A type that is plain when what it wraps is. */
export function plainOf(
  type: GraphQLOutputType,
  ofObject: (type: Exclude<GraphQLOutputType, GraphQLLeafType>) => Plain | undefined,
): Plain | undefined {
  if (isNonNullType(type)) return plainNonNull(type.ofType as GraphQLOutputType, ofObject)
  const plain = plainNonNull(type, ofObject)
  return plain && orNull(plain)
}

function plainNonNull(
  type: GraphQLOutputType,
  ofObject: (type: Exclude<GraphQLOutputType, GraphQLLeafType>) => Plain | undefined,
): Plain | undefined {
  if (isLeafType(type)) return plainLeaf(type)
  if (!isListType(type)) return ofObject(type)
  const item = plainOf(type.ofType as GraphQLOutputType, ofObject)
  return item && plainList(item)
}
