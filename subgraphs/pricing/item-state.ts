/** Whether a cenote or tour is active, which the catalog stores and pricing receives. */
export function isActiveItem({ isActive }: { readonly isActive?: boolean }): boolean {
  if (isActive === undefined) throw new Error('Whether an item is active was not handed over')
  return isActive
}
