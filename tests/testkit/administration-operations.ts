interface AdministrationOperation {
  readonly need: `${string}:${string}`
  /** Arguments as GraphQL text; `unique` is a text that was not used before. */
  readonly args: (unique: string) => string
}

/** A use of each root field of administration; a change is one that leaves everything as it is, where it can be. */
export const administrationOperations: Readonly<Record<string, AdministrationOperation>> = {
  'Query.changes': { need: 'platform:manage', args: () => '(of: { type: AMENITY, id: "parking" })' },
  'Query.amenityKinds': { need: 'catalog:manage', args: () => '' },
  'Mutation.createAmenity': {
    need: 'catalog:manage',
    args: (unique) => `(input: { id: "amenity-${unique}", category: "dining", name: { en: "Bar", es: "Bar" } })`,
  },
  'Mutation.updateAmenity': { need: 'catalog:manage', args: () => '(input: { id: "parking", version: 1 })' },
}
