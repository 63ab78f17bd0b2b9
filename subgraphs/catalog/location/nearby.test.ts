import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { greatCircleKm, startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

interface Found {
  cenote: { slug: string; location: { latitude: number; longitude: number }; isActive: boolean }
  distance: { km: number; miles: number }
}
interface Search {
  nearbyCenotes: { results: Found[]; searchTimeMs: number }
}

const search = `query ($latitude: Float!, $longitude: Float!, $radiusKm: Float, $first: Int) {
  nearbyCenotes(latitude: $latitude, longitude: $longitude, radiusKm: $radiusKm, first: $first) {
    searchTimeMs results { cenote { slug isActive location { latitude longitude } } distance { km miles } } } }`
const tulum = { latitude: 20.2114, longitude: -87.4654 }

let catalog: TestCatalog
let places: { slug: string; latitude: number; longitude: number; is_active: boolean }[]
beforeAll(async () => {
  catalog = await startTestCatalog()
  places = (await catalog.sql('SELECT slug, latitude, longitude, is_active FROM live.cenote')) as typeof places
})
afterAll(() => catalog.close())

describe('search around a point', () => {
  it.each([[5], [12.5], [50], [150], [200]])(
    'finds exactly the active cenotes within %d km, nearest first',
    async (radiusKm) => {
      const { nearbyCenotes } = await catalog.ask<Search>(search, { ...tulum, radiusKm, first: 50 })
      const expected = places
        .filter((place) => place.is_active && greatCircleKm(tulum, place) <= radiusKm)
        .sort((a, b) => greatCircleKm(tulum, a) - greatCircleKm(tulum, b))
      expect(nearbyCenotes.results.map(({ cenote }) => cenote.slug)).toEqual(expected.map(({ slug }) => slug))
      for (const { cenote, distance } of nearbyCenotes.results) {
        const km = greatCircleKm(tulum, cenote.location)
        expect(Math.abs(distance.km - km)).toBeLessThan(0.001)
        expect(Math.abs(distance.miles - km / 1.609344)).toBeLessThan(0.001)
      }
      expect(nearbyCenotes.searchTimeMs).toBeGreaterThan(0)
    },
  )

  it('returns 10 within 50 km by default', async () => {
    const { nearbyCenotes } = await catalog.ask<Search>(search, tulum)
    expect(nearbyCenotes.results).toHaveLength(10)
    expect(nearbyCenotes.results.every(({ distance }) => distance.km <= 50)).toBe(true)
  })

  it.each([
    ['latitude', 90.1, -90, 90],
    ['latitude', -91, -90, 90],
    ['longitude', 180.5, -180, 180],
    ['longitude', -1e9, -180, 180],
  ])('names the bound when %s is %d', async (field, value, minimum, maximum) => {
    const refusal = await catalog.refusal(search, { ...tulum, [field]: value })
    expect(refusal).toMatchObject({
      code: 'INVALID_COORDINATES',
      status: 400,
      details: { field, value, minimum, maximum },
    })
  })

  it('names every bound that is violated at once', async () => {
    const coordinates = { latitude: 91, longitude: -181 }
    expect(await catalog.refusal(search, coordinates)).toMatchObject({
      code: 'INVALID_COORDINATES',
      details: { field: 'latitude', violations: [{ field: 'latitude' }, { field: 'longitude', value: -181 }] },
    })
    expect(await catalog.refusal(search, { ...coordinates, radiusKm: 201, first: 51 })).toMatchObject({
      code: 'ERROR_VALIDACION',
      details: {
        fields: {
          latitude: ['must be from -90 to 90'],
          longitude: ['must be from -180 to 180'],
          radiusKm: ['must be above 0 and at most 200'],
          first: ['must be from 1 to 50'],
        },
      },
    })
  })

  it('accepts coordinates on the bound, poles and date line included', async () => {
    for (const point of [
      { latitude: 90, longitude: 180 },
      { latitude: -90, longitude: -180 },
    ]) {
      expect((await catalog.ask<Search>(search, point)).nearbyCenotes.results).toEqual([])
    }
  })

  it('finds a neighbour across the date line', async () => {
    await catalog.sql("UPDATE sandbox.cenote SET latitude = 10, longitude = -179.99 WHERE slug = 'azul'")
    const { nearbyCenotes } = await catalog.ask<Search>(
      search,
      { latitude: 10, longitude: 179.99 },
      { environment: 'sandbox' },
    )
    expect(nearbyCenotes.results.map(({ cenote }) => cenote.slug)).toEqual(['azul'])
    expect(nearbyCenotes.results[0]?.distance.km).toBeCloseTo(2.19, 2)
  })

  it.each([
    [{ radiusKm: 0 }, 'radiusKm'],
    [{ radiusKm: -1 }, 'radiusKm'],
    [{ radiusKm: 200.1 }, 'radiusKm'],
    [{ first: 0 }, 'first'],
    [{ first: 51 }, 'first'],
  ])('refuses %o', async (bad, field) => {
    const { code, details } = await catalog.refusal(search, { ...tulum, ...bad })
    expect(code).toBe('ERROR_VALIDACION')
    expect(Object.keys((details as { fields: object }).fields)).toEqual([field])
  })
})

describe('neighbours of a cenote', () => {
  it('are the closest other active ones, for every cenote at once', async () => {
    const { cenotes } = await catalog.ask<{ cenotes: { nodes: { slug: string; nearby: Found[] }[] } }>(
      '{ cenotes(first: 100) { nodes { slug nearby(radiusKm: 50, first: 5) { cenote { slug isActive location { latitude longitude } } distance { km miles } } } } }',
    )
    expect(cenotes.nodes.length).toBeGreaterThan(20)
    for (const { slug, nearby } of cenotes.nodes) {
      const here = places.find((place) => place.slug === slug) as (typeof places)[number]
      const expected = places
        .filter((place) => place.slug !== slug && place.is_active && greatCircleKm(here, place) <= 50)
        .sort((a, b) => greatCircleKm(here, a) - greatCircleKm(here, b))
        .slice(0, 5)
      expect(nearby.map(({ cenote }) => cenote.slug)).toEqual(expected.map((place) => place.slug))
    }
  })
})
