/** Texts of inputs in Spanish, by coordinates of the schema. */
export interface SpanishTexts {
  /**
   * What a field is called and what it means, such as `CreateCenoteInput.slug`. A field of an input that updates has
   * those of the input that creates, unless it has its own.
   */
  readonly fields: Readonly<Record<string, readonly [label: string, description: string]>>
  /** What a value of an enum is called, such as `CenoteType.CAVE`. */
  readonly values: Readonly<Record<string, string>>
}
