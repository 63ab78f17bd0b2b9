/** Which items are meant: those of some slugs, or of some ids. */
export type ItemKeys = { readonly slugs: readonly string[] } | { readonly ids: readonly string[] }

/** Those of some items that keys name. */
export const itemsNamedBy = <Item extends { readonly id: string; readonly slug: string }>(
  items: readonly Item[],
  keys: ItemKeys,
): Item[] => items.filter(({ id, slug }) => ('ids' in keys ? keys.ids.includes(id) : keys.slugs.includes(slug)))
