import type { PrismaClient } from '../generated/prisma/client.ts'
import type { DiscountRule } from './discount-rule.ts'

export async function findActiveRules(prisma: PrismaClient): Promise<DiscountRule[]> {
  return (await prisma.discountRule.findMany({
    where: { isActive: true },
    orderBy: { priority: 'desc' },
  })) as unknown as DiscountRule[]
}
