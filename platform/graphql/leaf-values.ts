import type { GraphQLEnumType } from 'graphql'

/** Whether a value is what a built-in scalar has in a response. */
export type LeafCheck = (value: unknown) => boolean

export const isText: LeafCheck = (value) => typeof value === 'string'

export const isBoolean: LeafCheck = (value) => typeof value === 'boolean'

const maxInt = 2_147_483_647

export const isInt: LeafCheck = (value) =>
  Number.isInteger(value) && (value as number) <= maxInt && (value as number) >= -maxInt - 1

/** Neither infinite nor NaN, which JSON cannot say. */
export const isFloat: LeafCheck = (value) => Number.isFinite(value)

/** The values of an enum in a response: its names, without those that resolvers return under another value. */
export const enumNames = (type: GraphQLEnumType): ReadonlySet<unknown> =>
  new Set(type.getValues().flatMap(({ name, value }) => (name === value ? name : [])))
