import type { ProductChange } from '../../../shared/store/product-changes.ts'
import type { FactsById, ProductEvent, ProductFacts, SaleDays } from './product-event.ts'

/** The ids of products that were added. The event of their creation covers all of their other changes. */
export const createdIds = (changes: readonly ProductChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap(({ productId, action }) => (productId !== null && action === 'created' ? [productId] : [])))

/** Whether a change has to be read as one of each product: only prices can be those of all products in one event. */
export const isOfEveryProduct = ({ kind, productId }: ProductChange): boolean =>
  productId === null && kind !== 'pricing'

/** Whether a change is of the availability of every product, that of tours included. */
export const isOfEveryAvailability = ({ kind, productType, productId }: ProductChange): boolean =>
  kind === 'availability' && productType === null && productId === null

/** The ids of products whose facts the events depend on. */
export function idsOfFacts(changes: readonly ProductChange[]): string[] {
  const created = createdIds(changes)
  const ids = changes.flatMap(({ kind, productType, productId }) =>
    productId !== null && (kind === 'availability' || productType === null) && !created.has(productId)
      ? [productId]
      : [],
  )
  return [...new Set(ids)]
}

/** Changes of every product as one of each. */
export function ofEachProduct(changes: readonly ProductChange[], facts: FactsById): ProductChange[] {
  return changes.flatMap((change) =>
    isOfEveryProduct(change)
      ? [...facts.values()]
          .filter(({ productType }) => change.productType === null || change.productType === productType)
          .map(({ id, productType }) => ({ ...change, productId: id, productType }))
      : [change],
  )
}

/**
 * The events of changes, of which each names a product or is one of prices: one for each kind and product. A product that
 * the catalog does not have, and days that are not on sale, have none.
 */
export function coalesce(changes: readonly ProductChange[], facts: FactsById, saleDays: SaleDays): ProductEvent[] {
  const created = createdIds(changes)
  const hasEveryPrice = changes.some(({ kind, productId }) => kind === 'pricing' && productId === null)
  const merged = new Map<string, ProductChange>()
  for (const change of changes) {
    const { kind, productId, action } = change
    if (productId !== null && created.has(productId) && action !== 'created') continue
    if (kind === 'pricing' && productId !== null && hasEveryPrice) continue
    const key = `${kind} ${productId}`
    const known = merged.get(key)
    merged.set(key, known ? merge(known, change) : change)
  }
  return [...merged.values()].flatMap((change) => {
    const event = eventOf(change, change.productId === null ? undefined : facts.get(change.productId), saleDays)
    return event ? [event] : []
  })
}

/** Two changes of one kind and product as one. */
const merge = (a: ProductChange, b: ProductChange): ProductChange => ({
  ...a,
  productType: a.productType ?? b.productType,
  action: a.action === 'deactivated' || b.action === 'deactivated' ? 'deactivated' : a.action,
  // No members: any may have changed.
  changed: a.changed.length === 0 || b.changed.length === 0 ? [] : [...new Set([...a.changed, ...b.changed])].sort(),
  dateFrom: a.dateFrom !== null && b.dateFrom !== null ? (a.dateFrom < b.dateFrom ? a.dateFrom : b.dateFrom) : null,
  dateTo: a.dateTo !== null && b.dateTo !== null ? (a.dateTo > b.dateTo ? a.dateTo : b.dateTo) : null,
  at: Math.min(a.at, b.at),
})

function eventOf(change: ProductChange, facts: ProductFacts | undefined, saleDays: SaleDays): ProductEvent | null {
  const { kind, productId, action, changed, at: changedAt } = change
  const productType = change.productType ?? facts?.productType ?? null
  if (productId !== null && productType === null) return null
  const event = { productType, productId, dateFrom: null, dateTo: null, changed: null, changedAt }
  if (kind === 'pricing') return { ...event, type: 'pricing.updated' }
  if (kind === 'product') return { ...event, type: `product.${action ?? 'updated'}`, changed }
  const days = facts && daysOnSale(change, saleDays(facts.timezone))
  return days ? { ...event, type: 'availability.updated', ...days } : null
}

/** The changed days that are on sale; null when there are none. */
function daysOnSale(
  { dateFrom, dateTo }: Pick<ProductChange, 'dateFrom' | 'dateTo'>,
  { start, end }: ReturnType<SaleDays>,
): Pick<ProductEvent, 'dateFrom' | 'dateTo'> | null {
  const from = dateFrom === null || dateFrom < start ? start : dateFrom
  const to = dateTo === null || dateTo > end ? end : dateTo
  return from <= to ? { dateFrom: from, dateTo: to } : null
}
