export type Data = Readonly<Record<string, unknown>>

/**
 * One object of the response as the fetches of a plan returned it: alone where only one fetch returns something of it,
 * and otherwise as its partial results.
 */
export type ObjectResults = Data | PartialResults

/** The partial results of one object, usually an entity: what each fetch returned of it, in the order of the plan. */
export class PartialResults {
  /** The last fetch whose objects were collected here: an entity that stands at many places is visited once. */
  collectedFor = -1
  /** Where it was written in a response, by which writer and in which shape: write-json.ts writes it once. */
  writtenBy: unknown
  writtenAs: unknown
  writtenFrom = 0
  writtenTo = 0

  /** Null or undefined where a fetch returned nothing, or has not yet. */
  constructor(readonly byPart: (Data | null | undefined)[] = []) {}
}

/** Joins the partial results of all objects that one run of a plan has returned so far. */
export class ResultIndex {
  readonly #byPosition: (Map<unknown, PartialResults> | undefined)[] = []

  /** Those at a position: by the object, or by its key where that is all that is known of it. */
  at(position: number): Map<unknown, PartialResults> {
    return (this.#byPosition[position] ??= new Map<unknown, PartialResults>())
  }
}
