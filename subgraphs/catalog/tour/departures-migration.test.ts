import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

describe('the migration to departures', () => {
  it('lets tours depart every day at their start times, in the time zone of their first cenote', async () => {
    const migration = await readFile(
      new URL('../prisma/migrations/20261126123000_departures_of_tours/migration.sql', import.meta.url),
      'utf8',
    )
    // Triggers of later migrations compare the columns.
    const before = `SET LOCAL search_path TO live, public;
      ALTER TABLE tour DISABLE TRIGGER updated_at_grows, DISABLE TRIGGER product_change_updated;
      DROP TRIGGER departures_derived ON tour; DROP FUNCTION derive_departures;
      ALTER TABLE tour DROP COLUMN timezone, DROP COLUMN min_party, DROP COLUMN departures, DROP COLUMN stops;
      UPDATE tour SET start_times = '{"13:00","08:00"}', capacity = 7;`
    await catalog.sql(`BEGIN; ${before} ${migration} COMMIT;`)
    const tours = await catalog.sql(
      'SELECT slug, timezone, min_party, departures, stops, start_times, capacity FROM live.tour',
    )
    const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const times = ['08:00', '13:00'].map((startTime) => ({ weekdays, startTime, capacity: 7 }))
    expect(tours).toHaveLength(6)
    for (const { slug, timezone, ...tour } of tours) {
      expect(timezone).toBe(/^(calakmul|homun|valladolid)/.test(String(slug)) ? 'America/Merida' : 'America/Cancun')
      expect(tour).toEqual({
        min_party: 1,
        departures: { times, exceptions: [] },
        stops: [],
        start_times: ['08:00', '13:00'],
        capacity: 7,
      })
    }
  })
})
