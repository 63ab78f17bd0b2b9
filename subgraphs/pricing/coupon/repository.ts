import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Coupon } from './coupon.ts'

/** Coupons by code, written as the guest wrote them but for case. */
export async function findCoupons(prisma: PrismaClient, codes: readonly string[]): Promise<Coupon[]> {
  return (await prisma.coupon.findMany({ where: { code: { in: [...codes] } } })) as unknown as Coupon[]
}
