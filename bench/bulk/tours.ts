import type { PoolClient } from 'pg'
import { adultCentsOf, cenoteIdOf, idOf, timezoneOf } from './facts.ts'

/** One cenote of so many is the last that a tour visits; the tour begins at the cenote before. */
const cenotesATour = 10

const tourIdOf = (number: string): string => idOf(`'bulk-tour-' || ${number}`)
const departures = {
  times: ['09:00', '12:00'].map((startTime) => ({
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    startTime,
    capacity: 20,
  })),
  exceptions: [],
}
const includes = { en: ['Guide', 'Entrances'], es: ['Guía', 'Entradas'] }
const excludes = { en: [], es: [] }

/** Writes the tours of cenotes `from` to `to`: each visits two and departs twice a day; every other takes their places. */
export async function writeTours(client: PoolClient, from: number, to: number): Promise<void> {
  const stop = (cenote: string, minutes: number): string =>
    `jsonb_build_object('cenoteId', ${cenoteIdOf(cenote)}, 'offsetMinutes', ${minutes}, 'takesPlaces', true)`
  await client.query(
    `INSERT INTO tour (id, slug, name_en, name_es, description, duration_minutes, adult_cents, timezone, departures, stops,
       includes, excludes)
     SELECT ${tourIdOf('n')}, 'bulk-' || n, 'Tour ' || n, 'Tour ' || n,
       jsonb_build_object('en', 'Two cenotes in a morning.', 'es', 'Dos cenotes en una mañana.'), 300, 2 * ${adultCentsOf('n')},
       ${timezoneOf('(n - 1)')}, $3::jsonb,
       CASE WHEN n % ${2 * cenotesATour} = 0 THEN jsonb_build_array(${stop('(n - 1)', 60)}, ${stop('n', 180)}) ELSE '[]' END,
       $4::jsonb, $5::jsonb
     FROM generate_series($1::bigint, $2::bigint) AS n WHERE n % ${cenotesATour} = 0`,
    [from, to, departures, includes, excludes],
  )
  await client.query(
    `INSERT INTO tour_cenote (tour_id, cenote_id, visit_order)
     SELECT ${tourIdOf('n')}, cenote_id, visit_order
     FROM generate_series($1::bigint, $2::bigint) AS n,
       LATERAL (VALUES (${cenoteIdOf('(n - 1)')}, 1), (${cenoteIdOf('n')}, 2)) AS visit (cenote_id, visit_order)
     WHERE n % ${cenotesATour} = 0`,
    [from, to],
  )
}
