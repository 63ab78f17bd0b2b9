type Nullable<T> = { [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]> }
type Required<T> = { [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: T[K] }

/** An object without the members that are null or undefined: an optional field that has no value is left out. */
export function presentFields<T extends object>(object: T): Required<T> & Nullable<T>
/** Members named in `nullable` stay, even when they are null. */
export function presentFields<T extends object, Name extends keyof T>(
  object: T,
  nullable: readonly Name[],
): Required<Omit<T, Name>> & Nullable<Omit<T, Name>> & Pick<T, Name>
export function presentFields(object: Record<string, unknown>, nullable: readonly string[] = []): object {
  const present: Record<string, unknown> = {}
  for (const name in object) {
    const value = object[name]
    if ((value !== null && value !== undefined) || nullable.includes(name)) present[name] = value
  }
  return present
}

/** An amount in whole units of its currency, two decimals at most, from cents. */
export const wholeUnits = (cents: number): number => cents / 100

/** A name of an enum as the REST API writes it, such as `in_progress`. */
export const lowerName = <T extends string>(name: T): Lowercase<T> => name.toLowerCase() as Lowercase<T>
