import type { PoolClient } from 'pg'
import { cenoteIdOf, idOf } from './facts.ts'

/** Writes an included and an optional service for each of the cenotes `from` to `to`. */
export async function writeServices(client: PoolClient, from: number, to: number): Promise<void> {
  await client.query(
    `INSERT INTO cenote_service (id, cenote_id, service_id, name, description, category, inclusion_type, price_cents,
       is_active, display_order)
     SELECT ${idOf("'bulk-service-' || n || offered.slug")}, ${cenoteIdOf('n')}, ${idOf("'bulk-' || offered.slug")},
       offered.name, offered.name, offered.category, offered.kind, offered.price, true, offered.position
     FROM generate_series($1::bigint, $2::bigint) AS n, (VALUES
       ('vest', '{"en": "Life vest", "es": "Chaleco salvavidas"}'::jsonb, 'equipment', 'included', 0, 1),
       ('guide', '{"en": "Guide", "es": "Guía"}'::jsonb, 'guide', 'optional', 40000, 2)
     ) AS offered (slug, name, category, kind, price, position)`,
    [from, to],
  )
}
