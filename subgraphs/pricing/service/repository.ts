import type { Statements } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Service } from './service.ts'

export const findServices = (prisma: PrismaClient, cenoteIds: readonly string[]): Promise<Service[]> =>
  prisma.cenoteService.findMany({
    where: { cenoteId: { in: [...cenoteIds] } },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })

/** Those of the services, by their id everywhere, that some cenote has. */
export async function knownServices(client: Statements, serviceIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT DISTINCT service_id AS id FROM cenote_service WHERE service_id = ANY ($1::uuid[])',
    [serviceIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The slugs of those services that an installation file has named by one. */
export async function readServiceSlugs(client: Statements, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; slug: string }>(
    'SELECT service_id AS id, slug FROM service_slug WHERE service_id = ANY ($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Remembers slugs by the ids that follow from them. */
export async function storeServiceSlugs(client: Statements, slugs: ReadonlyMap<string, string>): Promise<void> {
  if (slugs.size === 0) return
  await client.query(
    `INSERT INTO service_slug (service_id, slug) SELECT * FROM unnest($1::uuid[], $2::text[]) ON CONFLICT DO NOTHING`,
    [[...slugs.keys()], [...slugs.values()]],
  )
}

export const serviceTable = versionedTable<Service>({
  name: 'cenote_service',
  columns: {
    cenoteId: true,
    serviceId: true,
    name: true,
    description: true,
    category: true,
    inclusionType: true,
    priceCents: true,
    isActive: true,
    displayOrder: true,
    durationMinutes: true,
    transportConfig: true,
  },
  order: ['cenoteId', 'displayOrder', 'id'],
})
