import { inspect } from 'node:util'
import {
  defaultTypeResolver,
  getNullableType,
  GraphQLError,
  GraphQLList,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql'
import { forEachInTurns } from '../../process/turn.ts'
import { JsonText } from '../json-text.ts'
import { plainOf, type Plain } from './plain.ts'
import { ResolveInfo, type ResolvedField } from './resolve-info.ts'
import { Place, type Container, type Key, type ValuePosition, type Run } from './run.ts'

/** Puts a value that a resolver returned into the result; throws what is wrong with the value itself. */
export type Complete = (value: unknown, container: Container, key: Key, place: Place, run: Run) => void

/** How objects of one type are filled in one position. */
export interface ObjectPlan {
  /** How to take an object over whole, if that may be possible. */
  readonly plain: Plain | undefined
  readonly create: () => Container
  readonly fill: (source: unknown, target: Container, place: Place, run: Run) => void
}

/** The field whose values are completed. */
export interface CompletedField extends ResolvedField {
  readonly planOf: (type: GraphQLObjectType) => ObjectPlan
}

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'

/** Completes a value that may be a promise; what is wrong with it becomes an error of the position. */
export function settle(
  value: unknown,
  complete: Complete,
  position: ValuePosition,
  container: Container,
  key: Key,
  place: Place,
  run: Run,
): void {
  if (isPromise(value)) {
    // Takes its turn in the order of the response.
    container[key] = undefined
    run.defer(
      value,
      (resolved) => attempt(resolved, complete, position, container, key, place, run),
      (error) => run.fail(error, position, container, key, place),
    )
  } else attempt(value, complete, position, container, key, place, run)
}

function attempt(
  value: unknown,
  complete: Complete,
  position: ValuePosition,
  container: Container,
  key: Key,
  place: Place,
  run: Run,
): void {
  try {
    complete(value, container, key, place, run)
  } catch (error) {
    run.fail(error, position, container, key, place)
  }
}

/** How values of a field are completed; everything that follows from its type is decided here. */
export function completing(field: CompletedField): Completion {
  return completingType(field, field.returnType, field.parentType.name)
}

function completingType(field: CompletedField, type: GraphQLOutputType, typeName: string | undefined): Completion {
  const position: ValuePosition = { nodes: field.nodes, isNullable: !isNonNullType(type), typeName }
  const inner = completingValue(field, getNullableType(type), position)
  const label = `${field.parentType.name}.${field.name}`
  const complete: Complete = (value, container, key, place, run) => {
    if (value === null || value === undefined) {
      if (!position.isNullable) throw new Error(`Cannot return null for non-nullable field ${label}.`)
      container[key] = null
      return
    }
    if (value instanceof Error) throw value
    inner(value, container, key, place, run)
  }
  return { complete, position }
}

function completingValue(field: CompletedField, type: GraphQLOutputType, position: ValuePosition): Complete {
  if (isListType(type)) return completingList(field, type.ofType as GraphQLOutputType, position)
  if (isLeafType(type)) return completingLeaf(type)
  return isAbstractType(type)
    ? completingAbstract(field, type, position)
    : completingObject(field, type as GraphQLObjectType, position)
}

function completingLeaf(type: GraphQLLeafType): Complete {
  return (value, container, key, _place, run) => {
    const serialized: unknown = type.serialize(value)
    if (serialized === null || serialized === undefined)
      throw new Error(`Expected \`${type.name}.serialize(${String(value)})\` to return non-nullable value`)
    container[key] =
      run.output === 'json' && typeof serialized === 'object'
        ? new JsonText(JSON.stringify(serialized) ?? 'null')
        : serialized
  }
}

/** Takes a value over whole where that is possible. */
function takeOver(plain: Plain, value: unknown, container: Container, key: Key, run: Run): boolean {
  if (run.output === 'json') {
    const text = plain.write(value)
    if (text !== undefined) container[key] = new JsonText(text)
    return text !== undefined
  }
  if (run.output !== 'shared' || !plain.isComplete(value)) return false
  container[key] = value
  return true
}

function completingList(field: CompletedField, itemType: GraphQLOutputType, position: ValuePosition): Complete {
  const complete = completingItems(completingType(field, itemType, undefined), position)
  const label = `${field.parentType.name}.${field.name}`
  let plain: Plain | undefined | null = null
  return (value, container, key, place, run) => {
    if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${label}".`)
    if (plain === null) plain = plainListOf(field, itemType)
    if (plain && takeOver(plain, value, container, key, run)) return
    complete(value, container, key, place, run)
  }
}

/** How values of a position are completed. */
export interface Completion {
  readonly complete: Complete
  readonly position: ValuePosition
}

/** Completes each of several values in a list, those of a long one over several turns. */
export function completingItems(item: Completion, position: ValuePosition): Complete {
  return (iterable, container, key, place, run) => {
    const values = Array.isArray(iterable) ? (iterable as unknown[]) : [...(iterable as Iterable<unknown>)]
    const items: unknown[] = []
    const target = items as unknown as Container
    container[key] = items
    const own = new Place(place, container, key, position)
    const waiting = forEachInTurns(values, (value, index) => {
      if (!own.isNulled) settle(value, item.complete, item.position, target, index, own, run)
      // It does not matter any more, but a rejection that no one handles ends the process.
      else if (isPromise(value)) value.then(undefined, () => undefined)
    })
    if (waiting) run.wait(waiting, values)
  }
}

function plainListOf({ planOf }: CompletedField, itemType: GraphQLOutputType): Plain | undefined {
  return plainOf(new GraphQLList(itemType), (type) => (isObjectType(type) ? planOf(type).plain : undefined))
}

export function completingObject(field: CompletedField, type: GraphQLObjectType, position: ValuePosition): Complete {
  let plan: ObjectPlan | undefined
  const complete: Complete = (value, container, key, place, run) => {
    plan ??= field.planOf(type)
    if (plan.plain && takeOver(plan.plain, value, container, key, run)) return
    const target = plan.create()
    container[key] = target
    plan.fill(value, target, new Place(place, container, key, position), run)
  }
  const { isTypeOf } = type
  if (!isTypeOf) return complete
  return (value, container, key, place, run) => {
    const completeIfOfType: Complete = (isOfType) => {
      if (isOfType !== true)
        throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspected(value)}.`)
      complete(value, container, key, place, run)
    }
    const isOfType = isTypeOf(value, run.context, new ResolveInfo(field, run, place, key))
    settle(isOfType, completeIfOfType, position, container, key, place, run)
  }
}

function completingAbstract(field: CompletedField, type: GraphQLAbstractType, position: ValuePosition): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver
  const known = new Map<GraphQLObjectType, Complete>()
  const completingAs = (runtimeType: GraphQLObjectType): Complete => {
    let complete = known.get(runtimeType)
    if (!complete) known.set(runtimeType, (complete = completingObject(field, runtimeType, position)))
    return complete
  }
  return (value, container, key, place, run) => {
    const info = new ResolveInfo(field, run, place, key)
    const completeAs: Complete = (name) =>
      completingAs(runtimeTypeOf(name, type, info, value))(value, container, key, place, run)
    settle(resolveType(value, run.context, info, type), completeAs, position, container, key, place, run)
  }
}

/** The object type that a type resolver named. */
function runtimeTypeOf(
  name: unknown,
  type: GraphQLAbstractType,
  { schema, parentType, fieldName }: GraphQLResolveInfo,
  value: unknown,
): GraphQLObjectType {
  const field = `field "${parentType.name}.${fieldName}"`
  if (typeof name !== 'string')
    throw new GraphQLError(
      `Abstract type "${type.name}" must resolve to an Object type at runtime for ${field}, with value ${inspected(value)}.`,
    )
  const runtimeType = schema.getType(name)
  if (!isObjectType(runtimeType) || !schema.isSubType(type, runtimeType))
    throw new GraphQLError(
      `Abstract type "${type.name}" was resolved to "${name}" for ${field}, which is no possible type of it.`,
    )
  return runtimeType
}

const inspected = (value: unknown): string => inspect(value, { depth: 0, breakLength: Infinity })
