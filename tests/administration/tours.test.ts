import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { meetingPointInput, tourInput } from '../testkit/catalog-forms.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))

const granCenote = demoId('cenote', 'gran-cenote')
const dosOjos = demoId('cenote', 'dos-ojos')
const create = 'mutation ($input: CreateTourInput!) { createTour(input: $input) { id version isActive stored } }'
const update = 'mutation ($input: UpdateTourInput!) { updateTour(input: $input) { version stored cenotes { slug } } }'
const publish = 'mutation ($input: PublishTourInput!) { publishTour(input: $input) { version isActive } }'
const deactivate = 'mutation ($input: DeactivateTourInput!) { deactivateTour(input: $input) { version isActive } }'

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

describe('administration of tours', () => {
  it('takes a tour from nothing to the list of partners, changes it and takes it off sale', async () => {
    const { ask } = operator(product.url)
    const { createTour } = await ask(create, { input: tourInput('two-pools', [granCenote, dosOjos]) })
    const { id } = createTour
    expect([createTour.version, createTour.isActive]).toEqual([1, false])
    const list = async (): Promise<Json[]> =>
      (await partner(product.url).get('/booking/tours?search=two-pools')).body.data
    expect(await list()).toEqual([])
    await ask(publish, { input: { id, version: 1 } })
    expect(await list()).toMatchObject([
      { id, cenoteIds: [granCenote, dosOjos], pricing: { adult: 900 }, capacity: 12 },
    ])
    const { updateTour } = await ask(update, {
      input: { id, version: 2, cenoteIds: [dosOjos, granCenote], meetingPoints: [meetingPointInput('Square')] },
    })
    expect(updateTour.cenotes).toEqual([{ slug: 'dos-ojos' }, { slug: 'gran-cenote' }])
    expect(updateTour.stored.meetingPoints).toMatchObject([
      meetingPointInput('Square', { priceCents: 0, isActive: true }),
    ])
    expect((await list())[0].cenoteIds).toEqual([dosOjos, granCenote])
    const { deactivateTour } = await ask(deactivate, { input: { id, version: 3 } })
    expect(deactivateTour).toEqual({ version: 4, isActive: false })
    expect(await list()).toEqual([])
    const { nodes } = await changesOf(product.url, 'TOUR', id)
    expect(nodes.map(({ action }: Json) => action)).toEqual(['DEACTIVATED', 'UPDATED', 'PUBLISHED', 'CREATED'])
    expect(Object.keys(nodes[1].after).sort()).toEqual(['cenoteIds', 'meetingPoints'])
  })

  it('stores everything that the demo tours show, exactly as it is described', async () => {
    const { ask } = operator(product.url)
    const { tours } = await ask('{ tours(first: 100) { nodes { stored } } }')
    expect(tours.nodes.length).toBeGreaterThan(4)
    const withoutIds = ({ meetingPoints, ...form }: Json) => ({
      ...form,
      meetingPoints: meetingPoints.map(({ id: _id, ...point }: Json) => point),
    })
    for (const { stored } of tours.nodes) {
      const input = withoutIds({ ...stored, slug: `${stored.slug}-copy` })
      const { createTour: copy } = await ask(create, { input })
      expect(withoutIds(copy.stored)).toEqual(input)
    }
  })

  it.each([
    [{ slug: 'dos-ojos-diving' }, 'slug'],
    [{ cenoteIds: [] }, 'cenoteIds'],
    [{ cenoteIds: ['5d2ff4a8-2e61-4d4b-9b4e-0d7a5b1f2c11'] }, 'cenoteIds.0'],
    [{ cenoteIds: ['x'] }, 'cenoteIds.0'],
    [{ cenoteIds: [granCenote, granCenote] }, 'cenoteIds.1'],
    [{ startTimes: ['08:00', '08:00'] }, 'startTimes.1'],
    [{ startTimes: ['8'] }, 'startTimes.0'],
    [{ startTimes: null }, 'startTimes'],
    [{ startTimes: null, capacity: null }, 'departures'],
    [{ departures: { times: [] }, capacity: null }, 'startTimes'],
    [{ departures: { times: [] }, startTimes: null }, 'capacity'],
    [{ timezone: 'Tulum' }, 'timezone'],
    [{ minParty: 0 }, 'minParty'],
    [{ minParty: 51 }, 'minParty'],
    [{ stops: [{ cenoteId: granCenote, offsetMinutes: 0 }] }, 'stops.0.cenoteId'],
    [{ stops: [{ cenoteId: dosOjos, offsetMinutes: 1_441 }] }, 'stops.0.offsetMinutes'],
    [{ durationMinutes: 0 }, 'durationMinutes'],
    [{ capacity: -1 }, 'capacity'],
  ])('refuses %j, naming %s', async (more, field) => {
    const { details } = await operator(product.url).refusal(create, { input: tourInput('odd', [dosOjos], more) })
    expect(Object.keys(details.fields)).toEqual([field])
  })

  it('refuses start times and a capacity for a tour that has departures, and takes them for one without', async () => {
    const { ask, refusal } = operator(product.url)
    const { createTour } = await ask(create, { input: tourInput('departs', [dosOjos]) })
    const { details } = await refusal(update, {
      input: { id: createTour.id, version: 1, startTimes: ['09:00'], capacity: 3 },
    })
    expect(details.fields).toEqual({
      startTimes: ['cannot be combined with departures'],
      capacity: ['cannot be combined with departures'],
    })
    const none = { startTimes: null, capacity: null, departures: { times: [] } }
    const { createTour: still } = await ask(create, { input: tourInput('stands-still', [dosOjos], none) })
    const { updateTour } = await ask(update, {
      input: { id: still.id, version: 1, startTimes: ['12:00', '09:00'], capacity: 3 },
    })
    expect(updateTour.stored.departures.times).toEqual([
      { weekdays, startTime: '09:00', capacity: 3 },
      { weekdays, startTime: '12:00', capacity: 3 },
    ])
  })

  it('refuses to leave out a cenote where the tour stops', async () => {
    const { ask, refusal } = operator(product.url)
    const stops = [{ cenoteId: dosOjos, offsetMinutes: 60, takesPlaces: true }]
    const { createTour } = await ask(create, { input: tourInput('stops', [granCenote, dosOjos], { stops }) })
    const { details } = await refusal(update, { input: { id: createTour.id, version: 1, cenoteIds: [granCenote] } })
    expect(Object.keys(details.fields)).toEqual(['stops.0.cenoteId'])
  })

  it('refuses a stale version and an unknown tour', async () => {
    const { ask, refusal } = operator(product.url)
    const { createTour } = await ask(create, { input: tourInput('stale', [dosOjos]) })
    await ask(update, { input: { id: createTour.id, version: 1, durationMinutes: 30 } })
    expect(await refusal(update, { input: { id: createTour.id, version: 1, durationMinutes: 40 } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: 2 },
    })
    expect(await refusal(publish, { input: { id: 'x', version: 1 } })).toMatchObject({ code: 'TOUR_NOT_FOUND' })
  })

  it('is closed to partners', async () => {
    const { graphql } = partner(product.url, keys.demo)
    const { body } = await graphql(create, { input: tourInput('mine', [dosOjos]) })
    expect([body.data ?? null, body.errors[0].extensions.code]).toEqual([null, 'INSUFFICIENT_PERMISSIONS'])
  })
})
