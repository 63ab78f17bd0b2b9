import { openAccessRepository } from '../gateway/database/repository.ts'
import { openDatabases as openBooking } from '../subgraphs/booking/database.ts'
import { openDatabases as openCatalog } from '../subgraphs/catalog/database.ts'
import { openDatabases as openPricing } from '../subgraphs/pricing/database.ts'

/** Opens each database of the product, which creates and migrates it. */
export const databaseOpeners = {
  access: openAccessRepository,
  catalog: openCatalog,
  pricing: openPricing,
  booking: openBooking,
} as const
