import type { PrismaClient } from '../generated/prisma/client.ts'
import type { GroupDiscount, StoredTransportOption } from './transport-price.ts'

/** The options of items and those for every item. */
export async function findTransportOptions(
  prisma: PrismaClient,
  itemIds: readonly string[],
): Promise<StoredTransportOption[]> {
  return (await prisma.transportOption.findMany({
    where: { OR: [{ itemId: { in: [...itemIds] } }, { itemId: null }] },
  })) as unknown as StoredTransportOption[]
}

export const findGroupDiscounts = (prisma: PrismaClient): Promise<GroupDiscount[]> =>
  prisma.transportGroupDiscount.findMany()
