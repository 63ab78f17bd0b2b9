import type { Statements } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { categories, type AgeConfiguration } from './rules/age-configuration.ts'

/** The global configurations and those of the products. */
export const findAgeConfigurations = (
  prisma: PrismaClient,
  productIds: readonly string[],
): Promise<AgeConfiguration[]> =>
  prisma.ageConfiguration.findMany({ where: { OR: [{ source: 'global' }, { productId: { in: [...productIds] } }] } })

export const ageConfigurationTable = versionedTable<AgeConfiguration>({
  name: 'age_configuration',
  columns: {
    source: true,
    productId: true,
    category: true,
    names: true,
    descriptions: true,
    minAge: true,
    maxAge: true,
    multiplier: true,
    isActive: true,
    displayOrder: true,
  },
  order: ['id'],
})

/** All changes of age configurations wait for each other here, so that no two of them overlap together. */
export async function lockGlobalConfigurations(client: Statements): Promise<void> {
  await client.query(`SELECT 1 FROM age_configuration WHERE source = 'global' ORDER BY id FOR UPDATE`)
}

/** The global configurations and those of a product. */
export async function findWithGlobal(client: Statements, productId: string | null): Promise<AgeConfiguration[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM age_configuration WHERE source = 'global' OR product_id = $1`,
    [productId],
  )
  return ageConfigurationTable.find(
    client,
    rows.map(({ id }) => id),
  )
}

/** Cenotes and tours without an own configuration of a global one's category, where its ages overlap an own one. */
export async function countOverlappingItems(
  client: Statements,
  { category, minAge, maxAge, isActive }: AgeConfiguration,
): Promise<number> {
  if (!isActive) return 0
  const { rows } = await client.query<{ items: number }>(
    `SELECT count(DISTINCT product_id) AS items FROM age_configuration AS own
     WHERE source <> 'global' AND is_active AND category <> $1
       AND CASE WHEN array_position($4::text[], category) < array_position($4::text[], $1)
         THEN COALESCE(max_age, 1000) >= $2 ELSE COALESCE($3, 1000) >= min_age END
       AND NOT EXISTS (SELECT FROM age_configuration AS same
         WHERE same.product_id = own.product_id AND same.category = $1 AND same.is_active)`,
    [category, minAge, maxAge, categories],
  )
  return rows[0]?.items ?? 0
}
