import type { PrismaClient } from '../generated/prisma/client.ts'

/** How much of a currency one MXN buys, in millionths. */
export interface Rate {
  readonly currency: string
  readonly micros: number
  readonly updatedAt: Date
}

export async function findRates(prisma: PrismaClient): Promise<Rate[]> {
  return (await prisma.exchangeRate.findMany({ orderBy: { currency: 'asc' } })).map((rate) => ({
    ...rate,
    micros: Number(rate.micros),
  }))
}

/** Percentage points taken on subtotal less discounts. */
export async function findTaxPercent(prisma: PrismaClient): Promise<number> {
  return (await prisma.taxRate.aggregate({ _sum: { percent: true } }))._sum.percent ?? 0
}
