import { cutPage } from '../../../../platform/graphql/connection.ts'
import { addDays } from '../../../../platform/values/clock.ts'
import type { CatalogEventType } from '../../../../schema/event-types.ts'
import type { QueryAvailabilityChangesArgs } from '../../generated/resolvers.ts'
import { refusePage } from '../../paging.ts'
import type { ProductType } from '../../reservation/index.ts'
import type { EventContext } from './context.ts'
import { cursorOf, positionAt } from './cursor.ts'
import type { ProductLogEvent } from './event.ts'
import { findProductEvents } from './store/product-events.ts'

const maxEvents = 1_000
/** The event of a new product also covers the changes of its availability before it. */
const types: readonly CatalogEventType[] = ['availability.updated', 'product.created']
/** In any time zone it is this date, the one before or the one after. */
const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** Days of a product whose availability may have changed. */
export interface AvailabilityChange {
  readonly productType: ProductType
  readonly productId: string
  readonly dateFrom: string
  readonly dateTo: string
}

export interface AvailabilityChanges {
  readonly nodes: readonly AvailabilityChange[]
  readonly endCursor: string
  readonly hasNextPage: boolean
}

/**
 * The ranges of the next events of availability after a cursor, merged for each product; of a new product all days.
 * Error: INVALID_CURSOR.
 */
export async function availabilityChanges(
  { after, first }: QueryAvailabilityChangesArgs,
  context: EventContext,
): Promise<AvailabilityChanges> {
  const size = first ?? maxEvents
  if (size < 1 || size > maxEvents) throw refusePage(['size'], maxEvents)
  const position = await positionAt(after, context, types)
  const found = await findProductEvents(
    context.database.pool,
    { types: new Set(types) },
    { after: position, take: size + 1 },
  )
  const { rows, hasNextPage } = cutPage(found, size)
  return {
    nodes: mergedChanges(rows.map((event) => withDays(event, context.services.horizonDays))),
    endCursor: cursorOf(rows.at(-1)?.position ?? position, context),
    hasNextPage,
  }
}

/** Of a new product every day that may be on sale where it is; other events have their own days. */
export function withDays<Event extends Pick<ProductLogEvent, 'type' | 'occurredAt' | 'dateFrom' | 'dateTo'>>(
  event: Event,
  horizonDays: number,
): Event {
  if (event.type !== 'product.created') return event
  const date = dateOf(event.occurredAt)
  return { ...event, dateFrom: addDays(date, -1), dateTo: addDays(date, horizonDays + 1) }
}

/** One range for each product that covers those of all its events; products in the order of their last events. */
export function mergedChanges(
  events: readonly Pick<ProductLogEvent, 'productType' | 'productId' | 'dateFrom' | 'dateTo'>[],
): AvailabilityChange[] {
  const changes = new Map<string, AvailabilityChange>()
  for (const { productType, productId, dateFrom, dateTo } of events) {
    if (productType === null || productId === null || dateFrom === null || dateTo === null) continue
    const known = changes.get(productId)
    changes.delete(productId)
    changes.set(productId, {
      productType,
      productId,
      dateFrom: known && known.dateFrom < dateFrom ? known.dateFrom : dateFrom,
      dateTo: known && known.dateTo > dateTo ? known.dateTo : dateTo,
    })
  }
  return [...changes.values()]
}
