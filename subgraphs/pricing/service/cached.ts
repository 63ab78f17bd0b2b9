import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import { maxCachedItems, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { findServices } from './repository.ts'
import type { Service } from './service.ts'

export interface ServiceReads {
  /** Services of a cenote, in display order. */
  services(cenoteId: string): Promise<Service[]>
}

export function cachedServices({ prisma }: Database): Cached<ServiceReads> {
  const cache = new InvalidatedCache<Service[]>(async (cenoteIds) => {
    const all = await findServices(prisma, cenoteIds)
    return cenoteIds.map((id) => all.filter(({ cenoteId }) => cenoteId === id))
  }, maxCachedItems)
  return { reads: { services: (cenoteId) => cache.load(cenoteId) }, tables: { cenote_service: cache } }
}
