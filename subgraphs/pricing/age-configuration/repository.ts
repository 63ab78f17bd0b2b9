import type { PrismaClient } from '../generated/prisma/client.ts'
import type { AgeConfiguration } from './age-configuration.ts'

/** The global configurations and those of the items. */
export async function findAgeConfigurations(
  prisma: PrismaClient,
  itemIds: readonly string[],
): Promise<AgeConfiguration[]> {
  const where = { OR: [{ itemType: 'global' }, { itemId: { in: [...itemIds] } }] }
  return (await prisma.ageConfiguration.findMany({ where })) as unknown as AgeConfiguration[]
}
