import type { PoolClient } from 'pg'
import {
  adultCentsOf,
  cenoteIdOf,
  dailyCapacity,
  hourlyCapacity,
  idOf,
  nameOf,
  opensAt,
  pick,
  slotsADay,
  stateOf,
  timezoneOf,
} from './facts.ts'

const scenes = {
  en: [
    'An open pool under tall trees',
    'A cave of stalactites lit from above',
    'A deep well for confident swimmers',
    'A quiet lagoon where motmots nest',
    'A shallow basin for families',
    'An underground river with clear water',
    'A round shaft hung with roots',
  ],
  es: [
    'Una poza abierta bajo árboles altos',
    'Una cueva de estalactitas iluminada desde arriba',
    'Un pozo profundo para buenos nadadores',
    'Una laguna tranquila donde anidan los tohes',
    'Una cuenca baja para familias',
    'Un río subterráneo de agua clara',
    'Un pozo redondo del que cuelgan raíces',
  ],
}
const states = ['Quintana Roo', 'Yucatán', 'Campeche']
const municipalities = [
  'Tulum Solidaridad Lázaro_Cárdenas Puerto_Morelos Cozumel Bacalar Felipe_Carrillo_Puerto José_María_Morelos Othón_P._Blanco Benito_Juárez',
  'Valladolid Cuzamá Homún Tinum Temozón Chemax Izamal Abalá Dzilam_de_Bravo Yaxcabá Sotuta Tecoh Kantunil Chocholá Tixkokob Motul',
  'Champotón Hopelchén Calkiní Hecelchakán Tenabo Escárcega Calakmul Candelaria Palizada Dzitbalché',
].map((names) => names.split(' ').map((name) => name.replaceAll('_', ' ')))

const municipality = `CASE ${stateOf('n')} ${municipalities.map((names, state) => `WHEN ${state} THEN ${pick(names, 'n / 3')}`).join(' ')} END`

const name = nameOf('n')
const includes = { en: ['Entrance', 'Life vest'], es: ['Entrada', 'Chaleco salvavidas'] }
const features = `jsonb_build_object('type', ${pick(['OPEN', 'SEMI_OPEN', 'CAVE', 'UNDERGROUND'], 'n')},
  'depth', jsonb_build_object('min', 1, 'max', 3 + n % 40, 'unit', 'meters'),
  'temperature', '{"avg": 25, "unit": "celsius"}'::jsonb, 'difficulty', ${pick(['BEGINNER', 'INTERMEDIATE', 'ADVANCED'], 'n')},
  'accessibility', '{"wheelchairAccessible": false, "stairsToWater": 30, "platformAvailable": true}'::jsonb)`
const amenities = ['bulk-parking', 'bulk-showers', 'bulk-lockers', 'bulk-kayak', 'bulk-restaurant', 'bulk-zip-line']

/** Writes cenotes `from` to `to` with amenities, reviews and a meeting point each. */
export async function writeCenotes(client: PoolClient, from: number, to: number): Promise<void> {
  const range = [from, to]
  await client.query(
    `INSERT INTO amenity (id, category, name)
     SELECT id, 'facilities', jsonb_build_object('en', id, 'es', id) FROM unnest($1::text[]) AS id ON CONFLICT DO NOTHING`,
    [amenities],
  )
  await client.query(
    `INSERT INTO cenote (id, slug, name_en, name_es, description_en, description_es, latitude, longitude, address, state,
       municipality, contact, adult_cents, includes, features, daily_capacity, hourly_capacity, open_time,
       close_time, timezone, days_open, ratings_five, ratings_four, ratings_three, ratings_two, ratings_one, images,
       popularity, created_at, updated_at, long_description)
     SELECT ${cenoteIdOf('n')}, 'bulk-' || n, 'Cenote ' || ${name}, 'Cenote ' || ${name},
       ${pick(scenes.en, 'n')} || ', near ' || ${municipality} || '.', ${pick(scenes.es, 'n')} || ', cerca de ' || ${municipality} || '.',
       18.2 + n * 48271 % 33000 / 10000.0, -91 + n * 69621 % 41000 / 10000.0, 'Km ' || n % 300, (ARRAY['${states.join("','")}'])[1 + ${stateOf('n')}],
       ${municipality}, jsonb_build_object('phone', '+52 998 555 ' || lpad((n % 10000)::text, 4, '0')),
       ${adultCentsOf('n')}, $3::jsonb, ${features}, ${dailyCapacity}, ${hourlyCapacity}, '${String(opensAt).padStart(2, '0')}:00',
       '${opensAt + slotsADay}:00', ${timezoneOf('n')}, '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}',
       n % 97, n % 31, n % 13, n % 5, n % 3,
       jsonb_build_array(jsonb_build_object('id', 'bulk-' || n, 'url', '/pictures/azul-1.png', 'type', 'main',
         'order', 1, 'alt', jsonb_build_object('en', 'The water', 'es', 'El agua'))),
       n * 31 % 1000 / 10.0, date_trunc('milliseconds', now()) - n * interval '11 minutes', now(),
       '{"en": "A long description.", "es": "Una descripción larga."}'
     FROM generate_series($1::bigint, $2::bigint) AS n`,
    [...range, includes],
  )
  await client.query(
    `INSERT INTO cenote_amenity (cenote_id, amenity_id, cost_cents)
     SELECT ${cenoteIdOf('n')}, ($3::text[])[1 + (n + k) % ${amenities.length}], k * 5000
     FROM generate_series($1::bigint, $2::bigint) AS n, generate_series(0, 2) AS k`,
    [...range, amenities],
  )
  await client.query(
    `INSERT INTO review (id, cenote_id, rating, title, content, author, date, verified)
     SELECT ${idOf("'bulk-review-' || n || '-' || k")}, ${cenoteIdOf('n')}, 1 + (n + k) % 5, 'Worth the way',
       'The water was clear.', 'Guest ' || k, CURRENT_DATE - (n % 300 + k * 7)::integer, true
     FROM generate_series($1::bigint, $2::bigint) AS n, generate_series(0, 2) AS k`,
    range,
  )
  await client.query(
    `INSERT INTO meeting_point (id, cenote_id, name, description, type, latitude, longitude, address, minutes_before)
     SELECT ${idOf("'bulk-point-' || n")}, ${cenoteIdOf('n')}, '{"en": "Entrance", "es": "Entrada"}',
       '{"en": "At the gate", "es": "En la puerta"}', 'MEETING_POINT', 20, -88, 'Km ' || n % 300, 15
     FROM generate_series($1::bigint, $2::bigint) AS n`,
    range,
  )
}

/** The number of bulk cenotes. */
export async function countCenotes(client: PoolClient): Promise<number> {
  // The range of all texts that begin with 'bulk-'.
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count FROM cenote WHERE slug >= 'bulk-' AND slug < 'bulk.'`,
  )
  return Number(rows[0]?.count)
}
