/** The lists of an installation file by name, each of valid items. */
export type Lists = ReadonlyMap<string, readonly unknown[]>
