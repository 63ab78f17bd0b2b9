import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Service } from './service.ts'

export async function findServices(prisma: PrismaClient, cenoteIds: readonly string[]): Promise<Service[]> {
  return (await prisma.cenoteService.findMany({
    where: { cenoteId: { in: [...cenoteIds] } },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })) as unknown as Service[]
}
