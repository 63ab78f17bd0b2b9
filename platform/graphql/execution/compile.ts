import {
  defaultFieldResolver,
  isObjectType,
  TypeNameMetaFieldDef,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql'
import { argumentsOf } from './arguments.ts'
import { completing, settle, type Complete, type CompletedField, type ObjectPlan } from './completion.ts'
import { completingEntities, entitiesOf } from './entities.ts'
import { plainObject, plainOf, type Plain, type PlainField } from './plain.ts'
import { ResolveInfo } from './resolve-info.ts'
import type { Container, ExecutableOperation, Place, Run } from './run.ts'
import type { Variables } from '../selection/conditions.ts'
import { collectFields, type SelectedField } from '../selection/collect-fields.ts'

/** Puts a field of an object into the result; never throws. */
export type ExecuteField = (source: unknown, target: Container, place: Place, run: Run) => void

export interface ExecutableObject extends ObjectPlan {
  readonly fields: readonly ExecuteField[]
}

interface CompiledField {
  readonly key: string
  readonly execute: ExecuteField
  /** How to take the field over with its object, if that may be possible. */
  readonly plain: () => Plain | undefined
}

/**
 * Compiles what an operation selects of a type into closures. What is below a field is compiled when its first object
 * arrives. `conditions` has the variables that decide which fields are selected.
 */
export function compileObject(
  operation: ExecutableOperation,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  conditions: Variables,
): ExecutableObject {
  const { schema, fragments } = operation
  const compiled = collectFields({ schema, fragments, variables: conditions }, type, selectionSets).flatMap((field) =>
    field.definition ? compileField(operation, type, field, field.definition, conditions) : [],
  )
  const fields = compiled.map(({ execute }) => execute)
  let plain: Plain | undefined | null = null
  return {
    fields,
    get plain() {
      if (plain === null) plain = type.isTypeOf ? undefined : plainFields(compiled)
      return plain
    },
    // A member of this name is the prototype of any other object.
    create: compiled.some(({ key }) => key === '__proto__') ? () => Object.create(null) as Container : () => ({}),
    fill(source, target, place, run) {
      for (const execute of fields) {
        execute(source, target, place, run)
        if (place.isNulled) return
      }
    },
  }
}

function plainFields(fields: readonly CompiledField[]): Plain | undefined {
  const plain: PlainField[] = []
  try {
    for (const field of fields) {
      const one = field.plain()
      if (!one) return undefined
      plain.push({ key: field.key, plain: one })
    }
  } catch {
    // A condition below does not fit; the error belongs to the position where that is found again.
    return undefined
  }
  return plainObject(plain)
}

const neverPlain = (): undefined => undefined

function compileField(
  operation: ExecutableOperation,
  parentType: GraphQLObjectType,
  { responseKey: key, nodes }: SelectedField,
  definition: GraphQLField<unknown, unknown>,
  conditions: Variables,
): CompiledField {
  if (definition === TypeNameMetaFieldDef) {
    const { name } = parentType
    return {
      key,
      plain: neverPlain,
      execute(_source, target) {
        target[key] = name
      },
    }
  }
  const plans = new Map<GraphQLObjectType, ObjectPlan>()
  const planOf = (type: GraphQLObjectType): ObjectPlan => {
    let plan = plans.get(type)
    if (!plan) {
      const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
      plans.set(type, (plan = compileObject(operation, type, selectionSets, conditions)))
    }
    return plan
  }
  const { name, type: returnType, resolve } = definition
  const field: CompletedField = { name, nodes, returnType, parentType, planOf }
  const readArguments = argumentsOf(definition, nodes[0])
  const { complete, position } = completing(field)
  const executeWith =
    (read: GraphQLFieldResolver<unknown, unknown>, continueWith: Complete): ExecuteField =>
    (source, target, place, run) => {
      let value: unknown
      try {
        value = read(source, readArguments(run.variables), run.context, new ResolveInfo(field, run, place, key))
      } catch (error) {
        return run.fail(error, position, target, key, place)
      }
      settle(value, continueWith, position, target, key, place, run)
    }
  if (resolve) {
    const entities = entitiesOf(operation.schema, definition)
    const execute = entities
      ? executeWith(entities.read, completingEntities(field, entities, complete))
      : executeWith(resolve, complete)
    return { key, execute, plain: neverPlain }
  }
  const executeMethod = executeWith(defaultFieldResolver, complete)
  const executeProperty: ExecuteField = (source, target, place, run) => {
    let value: unknown
    try {
      if (typeof source === 'object' && source !== null) value = (source as Record<string, unknown>)[name]
    } catch (error) {
      return run.fail(error, position, target, key, place)
    }
    if (typeof value === 'function' || typeof source === 'function') executeMethod(source, target, place, run)
    else settle(value, complete, position, target, key, place, run)
  }
  const takesNoArguments = definition.args.length === 0
  return {
    key,
    execute: takesNoArguments ? executeProperty : executeMethod,
    plain() {
      if (key !== name || !takesNoArguments) return undefined
      return plainOf(returnType, (type) => (isObjectType(type) ? planOf(type).plain : undefined))
    },
  }
}
