import type { PrismaClient } from '../generated/prisma/client.ts'
import type { GroupDiscount, TransportOption } from './transport-price.ts'

export type StoredTransportOption = TransportOption & { readonly itemId: string }

export async function findTransportOptions(
  prisma: PrismaClient,
  itemIds: readonly string[],
): Promise<StoredTransportOption[]> {
  return (await prisma.transportOption.findMany({
    where: { itemId: { in: [...itemIds] } },
  })) as unknown as StoredTransportOption[]
}

export const findGroupDiscounts = (prisma: PrismaClient): Promise<GroupDiscount[]> =>
  prisma.transportGroupDiscount.findMany()
