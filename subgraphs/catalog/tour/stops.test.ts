import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const stopsAt = async (...cenoteIds: string[]) =>
  (
    await catalog.ask<{ tourStops: { tourId: string; stops: { cenoteId: string }[] }[] }>(
      `query ($ids: [ID!]!) {
         tourStops(cenoteIds: $ids) { tourId timezone departures { times { startTime } } stops { cenoteId offsetMinutes takesPlaces } }
       }`,
      { ids: cenoteIds },
    )
  ).tourStops

describe('the tours that stop at cenotes', () => {
  it('are the active ones, each once, with their departures and all their stops', async () => {
    const [first, second] = await catalog.sql(
      'SELECT tour_id AS id FROM live.tour_cenote GROUP BY tour_id ORDER BY tour_id',
    )
    const [tourId, otherId] = [first?.['id'] as string, second?.['id'] as string]
    const cenotes = await catalog.sql('SELECT cenote_id AS id FROM live.tour_cenote WHERE tour_id = $1', [tourId])
    const stops = cenotes.map(({ id }) => ({ cenoteId: id as string, offsetMinutes: 60, takesPlaces: true }))
    await catalog.sql('UPDATE live.tour SET stops = $2 WHERE id = $1', [tourId, JSON.stringify(stops)])
    const [tour] = await catalog.sql('SELECT departures FROM live.tour WHERE id = $1', [tourId])
    const { times } = tour?.['departures'] as { times: { startTime: string }[] }
    expect(times.length).toBeGreaterThan(0)
    const found = await stopsAt('x', ...stops.map(({ cenoteId }) => cenoteId))
    expect(found.filter((one) => one.tourId === tourId)).toEqual([
      expect.objectContaining({ stops, departures: { times: times.map(({ startTime }) => ({ startTime })) } }),
    ])
    expect(await stopsAt(otherId)).toEqual([])
    await catalog.sql('UPDATE live.tour SET is_active = false WHERE id = $1', [tourId])
    expect((await stopsAt(...stops.map(({ cenoteId }) => cenoteId))).map((one) => one.tourId)).not.toContain(tourId)
  })
})
