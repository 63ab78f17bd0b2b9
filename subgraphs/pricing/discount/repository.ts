import type { Statements } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { DiscountRule, StoredRule } from './rules/discount-rule.ts'

/** Rules that are active and apply by themselves, with their promotions. */
export const findAutomaticRules = (prisma: PrismaClient): Promise<DiscountRule[]> =>
  prisma.discountRule.findMany({
    where: { isActive: true, autoApply: true },
    orderBy: [{ priority: 'desc' }, { id: 'asc' }],
    include: { promotion: true },
  })

export const discountRuleTable = versionedTable<StoredRule>({
  name: 'discount_rule',
  columns: {
    slug: true,
    name: true,
    description: true,
    discountType: true,
    appliesTo: true,
    productId: true,
    value: true,
    minAmountCents: true,
    maxDiscountCents: true,
    minPeople: true,
    priority: true,
    stackable: true,
    autoApply: true,
    excludeTransport: true,
    userEligibility: true,
    promotionId: true,
    isActive: true,
  },
  order: ['priority', 'id'],
  descending: true,
})

export async function isPromotion(client: Statements, id: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM promotion WHERE id = $1', [id])
  return rowCount === 1
}
