import type { Page } from '../../../platform/graphql/connection.ts'
import type { Pool, Statements } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { GroupDiscount, StoredTransportOption } from './rules/transport-price.ts'

/** A transport option as operators change it. */
export interface TransportOptionRow extends StoredTransportOption {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly isActive: boolean
}

export type TransportOptionPage = Page<TransportOptionRow>

/** The options of products and those for every product. */
export const findTransportOptions = (
  prisma: PrismaClient,
  productIds: readonly string[],
): Promise<StoredTransportOption[]> =>
  prisma.transportOption.findMany({
    where: { isActive: true, OR: [{ productId: { in: [...productIds] } }, { productId: null }] },
  })

export const transportOptionTable = versionedTable<TransportOptionRow>({
  name: 'transport_option',
  columns: {
    slug: true,
    productType: true,
    productId: true,
    type: true,
    baseCents: true,
    centsPerKm: true,
    vehicleCapacity: true,
    latitude: true,
    longitude: true,
    zoneRadiusKm: true,
    minutesBefore: true,
    isActive: true,
  },
  order: ['slug'],
})

/** The group discounts, the smallest group first. */
export async function findGroupDiscounts(database: Pool | Statements): Promise<GroupDiscount[]> {
  const { rows } = await database.query<GroupDiscount>(
    'SELECT min_people AS "minPeople", percent FROM transport_group_discount ORDER BY min_people',
  )
  return rows
}

export async function replaceGroupDiscounts(client: Statements, discounts: readonly GroupDiscount[]): Promise<void> {
  await client.query('DELETE FROM transport_group_discount')
  await client.query(
    `INSERT INTO transport_group_discount (min_people, percent)
     SELECT "minPeople", percent FROM jsonb_to_recordset($1) AS given ("minPeople" integer, percent integer)`,
    [JSON.stringify(discounts)],
  )
}
