import type { PrismaClient } from '../generated/prisma/client.ts'
import type { DiscountRule } from './discount-rule.ts'

/** Rules that are active and apply by themselves, with their promotions. */
export async function findAutomaticRules(prisma: PrismaClient): Promise<DiscountRule[]> {
  return (await prisma.discountRule.findMany({
    where: { isActive: true, autoApply: true },
    orderBy: [{ priority: 'desc' }, { id: 'asc' }],
    include: { promotion: true },
  })) as unknown as DiscountRule[]
}
