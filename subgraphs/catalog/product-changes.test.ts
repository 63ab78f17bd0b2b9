import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { openPool } from '../../tests/testkit/database.ts'
import { startTestCatalog, type TestCatalog } from '../../tests/testkit/catalog.ts'
import { readProductChanges } from '../shared/store/product-changes.ts'

let catalog: TestCatalog
let pool: pg.Pool
beforeAll(async () => {
  catalog = await startTestCatalog()
  pool = openPool(catalog.databaseName, undefined, { options: '-c search_path=live,public' })
  await pool.query(
    `INSERT INTO amenity (id, category, name) VALUES ('sauna', 'facilities', '{"en": "Sauna", "es": "Sauna"}')`,
  )
})
afterAll(async () => {
  await pool.end()
  await catalog.close()
})

interface Stored {
  readonly id: string
  readonly version: number
  readonly updated_at: Date
}
const stored = async (table: string, slug: string): Promise<Stored> => {
  const { rows } = await pool.query<Stored>(`SELECT id, version, updated_at FROM ${table} WHERE slug = $1`, [slug])
  return rows[0] as Stored
}

/** The notes of a statement, each as its kind, its action and its members. */
async function notesOf(text: string, values: unknown[] = []): Promise<string[]> {
  const { position } = await readProductChanges(pool, null)
  await pool.query(text, values)
  const { changes } = await readProductChanges(pool, position)
  return changes.map(({ kind, action, changed }) => [kind, action ?? [], changed].flat().join(' ')).sort()
}

const updated = (member: string): string[] => [`product updated ${member}`]
const withPlaces = (member: string): string[] => ['availability', `product updated ${member}`]
const price = ['pricing']
const nothing: string[] = []
const otherJson = `'{"en": ["Other"], "es": ["Otro"]}'`
const otherText = `'{"en": "Other", "es": "Otro"}'`

/** A new value of each column, and what a change of it is announced as. */
const columns: Readonly<
  Record<'cenote' | 'tour', Readonly<Record<string, readonly [value: string, notes: string[]]>>>
> = {
  cenote: {
    slug: [`'azul'`, nothing],
    name_en: [`'Other'`, updated('name')],
    name_es: [`'Otro'`, updated('name')],
    description_en: [`'Other'`, updated('description')],
    description_es: [`'Otro'`, updated('description')],
    long_description: [otherText, updated('longDescription')],
    latitude: ['20.5', updated('location')],
    longitude: ['-87.5', updated('location')],
    address: [`'Other'`, updated('location')],
    state: [`'Campeche'`, updated('location')],
    municipality: [`'Other'`, updated('location')],
    zip_code: [`'77777'`, updated('location')],
    directions: [otherText, updated('location')],
    landmarks: [`'{Other}'`, updated('location')],
    contact: [`'{"phone": "1"}'`, updated('contact')],
    adult_cents: ['12345', price],
    currency: [`'MXN'`, nothing],
    includes: [otherJson, updated('pricing')],
    excludes: [otherJson, updated('pricing')],
    features: [`features || '{"difficulty": "ADVANCED", "other": 1}'`, updated('features')],
    daily_capacity: ['777', withPlaces('capacity')],
    hourly_capacity: ['77', withPlaces('capacity')],
    open_time: [`'07:00'`, withPlaces('schedule')],
    close_time: [`'23:00'`, withPlaces('schedule')],
    timezone: [`'America/Mexico_City'`, withPlaces('schedule')],
    days_open: [`'{friday}'`, withPlaces('schedule')],
    cutoffs: [`'[{"weekday": "friday", "minutes": 10}]'`, withPlaces('schedule')],
    booking_cutoff_minutes: ['77', withPlaces('bookingCutoffMinutes')],
    ratings_five: ['ratings_five + 1', updated('rating')],
    ratings_four: ['ratings_four + 1', updated('rating')],
    ratings_three: ['ratings_three + 1', updated('rating')],
    ratings_two: ['ratings_two + 1', updated('rating')],
    ratings_one: ['ratings_one + 1', updated('rating')],
    images: [`'[]'`, updated('images')],
    guidelines: ['\'{"other": 1}\'', updated('guidelines')],
    weather: ['\'{"other": 1}\'', updated('weather')],
    conservation: ['\'{"other": 1}\'', updated('conservation')],
    certifications: [`'[]'`, updated('certifications')],
    featured: ['NOT featured', updated('metadata')],
    verified_at: ['now()', updated('metadata')],
    popularity: ['popularity + 1', nothing],
    created_at: [`created_at - interval '1 day'`, updated('createdAt')],
    updated_at: [`'2030-01-01'`, nothing],
    version: ['7', nothing],
    is_active: ['NOT is_active', ['availability', 'product deactivated isActive']],
  },
  tour: {
    slug: [`'dos-ojos-diving'`, nothing],
    name_en: [`'Other'`, updated('name')],
    name_es: [`'Otro'`, updated('name')],
    description: [otherText, updated('description')],
    duration_minutes: ['77', withPlaces('durationMinutes')],
    adult_cents: ['12345', price],
    currency: [`'MXN'`, nothing],
    timezone: [`'America/Mexico_City'`, withPlaces('timezone')],
    min_party: ['7', withPlaces('minParty')],
    departures: [
      `jsonb_set(departures, '{exceptions}', '[{"date": "2030-01-01", "startTime": "08:00", "cancelled": true}]')`,
      withPlaces('departures'),
    ],
    // Derived from the departures.
    start_times: ['start_times', nothing],
    capacity: ['capacity', nothing],
    stops: [
      `'[{"cenoteId": "00000000-0000-4000-8000-00000000000a", "offsetMinutes": 10, "takesPlaces": true}]'`,
      withPlaces('stops'),
    ],
    booking_cutoff_minutes: ['77', withPlaces('bookingCutoffMinutes')],
    includes: [otherJson, updated('includes')],
    excludes: [otherJson, updated('excludes')],
    images: [`'[]'`, updated('images')],
    created_at: [`created_at - interval '1 day'`, updated('createdAt')],
    updated_at: [`'2030-01-01'`, nothing],
    version: ['7', nothing],
    is_active: ['NOT is_active', ['availability', 'product deactivated isActive']],
  },
}

describe.each([
  { table: 'cenote', slug: 'azul' },
  { table: 'tour', slug: 'dos-ojos-diving' },
] as const)('a change of the $table', ({ table, slug }) => {
  it('has a decision for every column that is stored', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'live' AND table_name = $1 AND is_generated = 'NEVER' AND column_name <> 'id'`,
      [table],
    )
    expect(Object.keys(columns[table]).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it.each(Object.entries(columns[table]))(
    'of the column %s is noted, and updates it with the product',
    async (column, [value, notes]) => {
      const before = await stored(table, slug)
      expect(await notesOf(`UPDATE ${table} SET ${column} = ${value} WHERE slug = $1`, [slug])).toEqual(notes)
      const after = await stored(table, slug)
      const isOfProduct = notes.some((note) => note.startsWith('product'))
      expect(after.updated_at > before.updated_at).toBe(isOfProduct)
      expect(after.updated_at.getTime()).toBeLessThan(Date.now() + 1_000)
      expect(after.version - before.version).toBe(column.startsWith('ratings_') ? 0 : 1)
    },
  )

  it('to what it was is no change', async () => {
    const before = await stored(table, slug)
    expect(await notesOf(`UPDATE ${table} SET name_en = name_en, is_active = is_active`)).toEqual([])
    expect((await stored(table, slug)).updated_at).toEqual(before.updated_at)
  })

  it('that puts it on sale again is an update of the product and of its places', async () => {
    expect(await notesOf(`UPDATE ${table} SET is_active = true WHERE slug = $1`, [slug])).toEqual([
      'availability',
      'product updated isActive',
    ])
  })

  it('is later than the one before, also in one transaction and when the clock was set back', async () => {
    const ahead = new Date(Date.now() + 3_600_000)
    await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER updated_at_grows`)
    await pool.query(`UPDATE ${table} SET updated_at = $2 WHERE slug = $1`, [slug, ahead])
    await pool.query(`ALTER TABLE ${table} ENABLE TRIGGER updated_at_grows`)
    for (const count of [1, 2]) {
      await pool.query(`UPDATE ${table} SET name_en = name_en || '!' WHERE slug = $1`, [slug])
      expect((await stored(table, slug)).updated_at.getTime()).toBe(ahead.getTime() + count)
    }
  })

  it('is one row for all products of a statement that changes the same of them', async () => {
    const { rows: before } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM product_change')
    const { rowCount } = await pool.query(`UPDATE ${table} SET images = '[{"id": "new"}]'`)
    const { rows: after } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM product_change')
    expect(rowCount).toBeGreaterThan(5)
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(1)
  })

  it('is its creation alone when it is added, and later one of it when something is added to it', async () => {
    const list = Object.keys(columns[table])
      .filter((name) => name !== 'slug')
      .join(', ')
    const part =
      table === 'cenote' ? 'cenote_amenity (cenote_id, amenity_id)' : 'tour_cenote (tour_id, cenote_id, visit_order)'
    const values = table === 'cenote' ? `id, (SELECT min(id) FROM amenity)` : `id, (SELECT id FROM cenote LIMIT 1), 1`
    const notes = await notesOf(
      `INSERT INTO ${table} (id, slug, ${list}) SELECT gen_random_uuid(), 'added', ${list} FROM ${table} WHERE slug = $1`,
      [slug],
    )
    expect(notes).toEqual(['product created'])
    const before = await stored(table, 'added')
    expect(await notesOf(`INSERT INTO ${part} SELECT ${values} FROM ${table} WHERE slug = 'added'`)).toEqual([
      table === 'cenote' ? 'product updated amenities' : 'product updated cenoteIds',
    ])
    const after = await stored(table, 'added')
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(after.version).toBe(before.version)
  })
})

describe('a change of what belongs to a product', () => {
  const ofAzul = "(SELECT id FROM cenote WHERE slug = 'azul')"
  const ofTour = "(SELECT id FROM tour WHERE slug = 'dos-ojos-diving')"
  const offered = `cenote_id = ${ofAzul} AND amenity_id = 'sauna'`

  it.each([
    [
      'an amenity that is offered',
      `INSERT INTO cenote_amenity (cenote_id, amenity_id) VALUES (${ofAzul}, 'sauna')`,
      updated('amenities'),
    ],
    ['its hours', `UPDATE cenote_amenity SET hours = '9 to 10' WHERE ${offered}`, updated('amenities')],
    ['its price', `UPDATE cenote_amenity SET cost_cents = cost_cents + 100 WHERE ${offered}`, price],
    [
      'the menu',
      `UPDATE cenote_amenity SET menu = '[{"item": {"en": "Tea", "es": "Té"}, "priceCents": 100}]' WHERE ${offered}`,
      ['pricing', 'product updated amenities'],
    ],
    [
      'a price on the menu',
      `UPDATE cenote_amenity SET menu = '[{"item": {"en": "Tea", "es": "Té"}, "priceCents": 200}]' WHERE ${offered}`,
      price,
    ],
    ['nothing of it', `UPDATE cenote_amenity SET hours = hours WHERE ${offered}`, nothing],
    [
      'an amenity that is not free any more',
      `DELETE FROM cenote_amenity WHERE ${offered}`,
      ['pricing', 'product updated amenities'],
    ],
    [
      'a meeting point of a tour',
      `INSERT INTO meeting_point (id, tour_id, name, description, type, latitude, longitude, address, minutes_before)
      SELECT '00000000-0000-4000-8000-0000000000aa', ${ofTour}, '{}', '{}', 'MEETING_POINT', 20, -87, 'Road', 10`,
      updated('meetingPoints'),
    ],
    [
      'its place',
      `UPDATE meeting_point SET address = 'Other' WHERE id = '00000000-0000-4000-8000-0000000000aa'`,
      updated('meetingPoints'),
    ],
    [
      'its price',
      `UPDATE meeting_point SET price_cents = 100 WHERE id = '00000000-0000-4000-8000-0000000000aa'`,
      price,
    ],
    ['a cenote of a tour', `DELETE FROM tour_cenote WHERE tour_id = ${ofTour}`, updated('cenoteIds')],
    [
      'a review',
      `INSERT INTO review (id, cenote_id, rating, title, content, author, date)
      VALUES (gen_random_uuid(), ${ofAzul}, 5, 'Good', 'Good', 'Ana', now())`,
      updated('reviews'),
    ],
  ])('is noted: %s', async (_part, text, notes) => {
    expect(await notesOf(text)).toEqual(notes)
  })

  it('is noted for every cenote that has an amenity, whose version does not grow', async () => {
    const { rows } = await pool.query<{ id: string; version: number; updated_at: Date }>(
      `SELECT c.id, c.version, c.updated_at FROM cenote c JOIN cenote_amenity o ON o.cenote_id = c.id WHERE o.amenity_id = 'parking' ORDER BY 1`,
    )
    expect(rows.length).toBeGreaterThan(2)
    const { position } = await readProductChanges(pool, null)
    await pool.query(`UPDATE amenity SET description = '{"en": "Other", "es": "Otro"}' WHERE id = 'parking'`)
    const { changes } = await readProductChanges(pool, position)
    expect(changes.map(({ productId }) => productId).sort()).toEqual(rows.map(({ id }) => id))
    for (const before of rows) {
      const { rows: after } = await pool.query<Stored>('SELECT version, updated_at FROM cenote WHERE id = $1', [
        before.id,
      ])
      expect(after[0]?.version).toBe(before.version)
      expect(Number(after[0]?.updated_at)).toBeGreaterThan(before.updated_at.getTime())
    }
    expect(await notesOf(`UPDATE amenity SET icon = icon WHERE id = 'parking'`)).toEqual([])
  })

  it('is everything when a table was emptied', async () => {
    const { position } = await readProductChanges(pool, null)
    await pool.query('TRUNCATE review')
    const { changes } = await readProductChanges(pool, position)
    expect(changes.map(({ kind, productId }) => [kind, productId]).sort()).toEqual([
      ['availability', null],
      ['pricing', null],
      ['product', null],
    ])
  })
})
