import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { partner, sharedTestProduct, type Json } from '../testkit/product.ts'

const id = demoId('cenote', 'gran-cenote')
const path = `/api/partner/cenotes/${id}`
let rest: ReturnType<typeof partner>
const read = async (query: string): Promise<Json> => {
  const { status, body } = await rest.get(query)
  expect([query, status]).toEqual([query, 200])
  return body
}

beforeAll(async () => {
  rest = partner((await sharedTestProduct()).url)
})

describe('a wrong parameter', () => {
  const list = '/api/partner/cenotes'
  const around = `${list}/search/nearby`
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const needed: Record<string, Record<string, string>> = {
    [around]: { latitude: '20', longitude: '-87' },
    [`${path}/availability`]: { startDate: tomorrow },
  }
  it.each([
    [list, 'page', ['0', '-1', '1.5', 'one', '']],
    [list, 'perPage', ['0', '101', 'many']],
    [list, 'isActive', ['maybe', '2']],
    [list, 'priceRange.min', ['-1', 'cheap', '1e400']],
    [list, 'priceRange.max', ['-0.01', 'NaN']],
    [list, 'rating.min', ['0', '5.1', 'good']],
    [list, 'createdAfter', ['yesterday', '2024-02-30', '2024-01-01T25:00:00Z']],
    [list, 'createdBefore', ['01/02/2024', '']],
    [list, 'sortBy', ['price', 'id; DROP TABLE cenote', '']],
    [list, 'sortDirection', ['up', 'DESC']],
    [list, 'near', ['20.2', '91,0', '0,181', '20.2,-87.4,1', 'here']],
    [list, 'search', ['\0']],
    [list, 'fields', ['name,colour', 'location.planet', '__proto__']],
    [list, 'expand', ['moon', 'constructor']],
    [around, 'latitude', ['north', '']],
    [around, 'longitude', ['1e999']],
    [around, 'radius', ['0', '-5', '200.1', 'far']],
    [around, 'limit', ['0', '51', '2.5']],
    [path, 'fields', ['nothing']],
    [path, 'expand', ['everything']],
    [`${path}/availability`, 'visitors', ['0', '51', '1.5', 'two']],
    [`${path}/availability`, 'time', ['25:00', '9:00', '10:00:00', 'noon']],
    ['/booking/tours', 'sortBy', ['popularity']],
    ['/booking/tours', 'cenoteId', ['x']],
    [`/cenotes/${id}/services`, 'bookableOnly', ['perhaps']],
  ])('of %s, %s, is refused by name', async (address, name, wrong) => {
    for (const value of wrong) {
      const others = { ...needed[address], [name]: value }
      const { status, body } = await rest.get(`${address}?${new URLSearchParams(others).toString()}`)
      expect([value, status, body.code]).toEqual([value, 400, 'ERROR_VALIDACION'])
      expect(Object.keys(body.errors.fields)).toEqual([name])
    }
  })

  it('that is missing or given twice is refused by name', async () => {
    const missing = await rest.get(around)
    expect([missing.status, Object.keys(missing.body.errors.fields)]).toEqual([400, ['latitude', 'longitude']])
    const twice = await rest.get(`${list}?search=a&search=b`)
    expect([twice.status, Object.keys(twice.body.errors.fields)]).toEqual([400, ['search']])
  })

  it.each([
    `${list}?perPage=2&`,
    `${path}?fields=name&`,
    `${path}/availability?startDate=${tomorrow}&`,
    `/api/partner/availability/${id}?startDate=${tomorrow}&`,
    '/booking/tours?fields=name&',
    `/cenotes/${id}/services?`,
  ])('that is not documented is refused by name: %s', async (address) => {
    await read(address)
    for (const name of ['utm_source', '_', 'perpage', '__proto__']) {
      const { status, body } = await rest.get(`${address}${name}=1`)
      expect([status, body.code, Object.keys(body.errors.fields)]).toEqual([400, 'ERROR_VALIDACION', [name]])
    }
  })

  it.each([
    [list, 'fields=name,reviews.rating', [['reviews.rating', 'reviews']]],
    [list, 'fields=tours,nearby&expand=tours', [['nearby', 'nearby']]],
    [list, 'fields=availability', [['availability', 'availability']]],
    [
      list,
      'fields=amenities.name,amenities.menu.item,reviews',
      [
        ['amenities.menu.item', 'amenities'],
        ['reviews', 'reviews'],
      ],
    ],
    [path, 'fields=reviews', [['reviews', 'reviews']]],
    ['/api/partner/reservations', 'fields=cenote.name', [['cenote.name', 'cenote']]],
    ['/api/partner/reservations/nothing', 'fields=reviews&expand=cenote', [['reviews', 'reviews']]],
  ])('of %s with %s that lacks its expansion is refused by name', async (address, query, missing) => {
    const { status, body } = await rest.get(`${address}?${query}`)
    expect([status, body.code, body.errors?.fields]).toEqual([
      400,
      'ERROR_VALIDACION',
      { fields: missing.map(([name, expansion]) => `${name} needs expand=${expansion}`) },
    ])
  })

  it('of fields with their expansion, or that need none, is accepted', async () => {
    const listed = await read(`${list}?fields=reviews.rating,amenities.menu&expand=reviews,amenities&perPage=1`)
    expect(Object.keys(listed.data[0]).sort()).toEqual(['amenities', 'id', 'reviews'])
    expect(Object.keys((await read(`${path}?fields=amenities.icon,amenities.name`)).data.amenities[0])).toContain(
      'icon',
    )
  })

  it('of coordinates names every bound that is violated, those of the area too', async () => {
    const both = await rest.get(`${around}?latitude=-91&longitude=181`)
    expect([both.status, both.body.error.code, both.body.error.details]).toEqual([
      400,
      'INVALID_COORDINATES',
      {
        field: 'latitude',
        value: -91,
        bound: '-90 to 90',
        minimum: -90,
        maximum: 90,
        violations: [
          { field: 'latitude', value: -91, bound: '-90 to 90', minimum: -90, maximum: 90 },
          { field: 'longitude', value: 181, bound: '-180 to 180', minimum: -180, maximum: 180 },
        ],
      },
    ])
    const all = await rest.get(`${around}?latitude=91&longitude=-181&radius=201&limit=51`)
    expect([all.status, all.body.code, all.body.errors.fields]).toEqual([
      400,
      'ERROR_VALIDACION',
      {
        latitude: ['must be at most 90'],
        longitude: ['must be at least -180'],
        radius: ['must be at most 200'],
        limit: ['must be at most 50'],
      },
    ])
  })

  it.each([
    ['latitude=90.1&longitude=0', 'latitude', '-90 to 90'],
    ['latitude=0&longitude=-180.5', 'longitude', '-180 to 180'],
  ])('of coordinates, %s, names the bound', async (query, field, bound) => {
    const { status, body } = await rest.get(`${around}?${query}`)
    expect([status, body.error.code, body.error.details]).toMatchObject([400, 'INVALID_COORDINATES', { field, bound }])
  })
})
