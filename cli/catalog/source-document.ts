/** Names a place in a document: members of objects and positions of arrays. */
export type Path = readonly (string | number)[]

/** A file as a value, which knows on which line each of its parts is. */
export interface SourceDocument {
  /** How errors name it. */
  readonly name: string
  readonly value: unknown
  /** Undefined where it has no lines. */
  lineOf(path: Path): number | undefined
}

/** How many members an object of a file may have. No object of the format has nearly as many. */
export const maxMembers = 1_000
