/** Texts of inputs in Spanish, by coordinates of the schema. */
export interface SpanishTexts {
  /**
   * The label and help of a field, such as `CreateCenoteInput.slug`. A field of an input that updates has those of the
   * input that creates, unless it has its own.
   */
  readonly fields: Readonly<Record<string, readonly [label: string, description: string]>>
  /** The label of an enum value, such as `CenoteType.CAVE`. */
  readonly values: Readonly<Record<string, string>>
}
