import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../../platform/values/demo-id.ts'
import { tourInput } from '../../../tests/testkit/catalog-forms.ts'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

interface StoredTour {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly stored: Readonly<Record<string, unknown>>
}

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const [kankirixche, xBatun] = ['kankirixche', 'x-batun'].map((slug) => demoId('cenote', slug)) as [string, string]
const allWeek = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
const sunday = { weekdays: ['SUNDAY'], startTime: '10:00', capacity: 6, from: '2027-01-01', until: '2027-03-31' }
const cancelled = { date: '2027-01-03', startTime: '10:00', cancelled: true }
const facts = `id version isActive stored timezone startTimes departureCapacity minParty bookingCutoffMinutes
  departures { times { weekdays startTime capacity from until } exceptions { date startTime cancelled capacity } }
  stops { cenoteId cenote { slug } offsetMinutes takesPlaces }`

async function added(slug: string, more: object = {}): Promise<StoredTour> {
  const { createTour } = await catalog.ask<{ createTour: StoredTour }>(
    `mutation ($input: CreateTourInput!) { createTour(input: $input) { ${facts} } }`,
    { input: tourInput(slug, [kankirixche, xBatun], more) },
  )
  return createTour
}
const apply = `mutation ($input: ApplyTourDeparturesInput!, $dryRun: Boolean!) {
  applyTourDepartures(input: $input, dryRun: $dryRun) { ${facts} }
}`
async function applied(input: object, dryRun = false): Promise<StoredTour> {
  return (await catalog.ask<{ applyTourDepartures: StoredTour }>(apply, { input, dryRun })).applyTourDepartures
}
const changesOf = (id: string) =>
  catalog.sql('SELECT action, before, after FROM live.change WHERE subject_id = $1 ORDER BY sequence', [id])

describe('a tour that is created with start times and a capacity', () => {
  it('departs every day in the time zone of its first cenote, and takes no places of cenotes', async () => {
    const times = ['08:00', '13:00'].map((startTime) => ({ weekdays: allWeek, startTime, capacity: 12 }))
    expect(await added('every-day', { startTimes: ['13:00', '08:00'] })).toMatchObject({
      timezone: 'America/Merida',
      minParty: 1,
      departures: { times: times.map((time) => ({ ...time, from: null, until: null })), exceptions: [] },
      stops: [],
      startTimes: ['08:00', '13:00'],
      departureCapacity: 12,
      stored: { timezone: 'America/Merida', minParty: 1, departures: { times, exceptions: [] }, stops: [] },
    })
  })
})

describe('a tour that is created with departures', () => {
  it('shows them, and derives start times and capacity', async () => {
    const departures = { times: [sunday, { ...sunday, weekdays: ['MONDAY'], capacity: 9 }], exceptions: [cancelled] }
    const tour = await added('by-season', {
      startTimes: undefined,
      capacity: undefined,
      departures,
      timezone: 'America/Cancun',
      minParty: 2,
      stops: [{ cenoteId: xBatun.toUpperCase(), offsetMinutes: 45, takesPlaces: true }],
    })
    expect(tour).toMatchObject({
      timezone: 'America/Cancun',
      minParty: 2,
      departures: { times: departures.times, exceptions: [{ ...cancelled, capacity: null }] },
      stops: [{ cenoteId: xBatun, cenote: { slug: 'x-batun' }, offsetMinutes: 45, takesPlaces: true }],
      startTimes: ['10:00'],
      departureCapacity: 9,
    })
    expect(tour.stored).toMatchObject({ departures })
    expect(tour.stored).not.toHaveProperty('startTimes')
  })
})

describe('departures that booking applies', () => {
  it('replace the given members, leave the others, and are recorded', async () => {
    const { id } = await added('applied')
    const stops = [{ cenoteId: kankirixche, offsetMinutes: 30, takesPlaces: true }]
    const first = await applied({ id, version: 1, times: [sunday], exceptions: [cancelled], stops, minParty: 4 })
    expect(first).toMatchObject({ version: 2, minParty: 4, startTimes: ['10:00'], departureCapacity: 6, stops })
    const second = await applied({ id, version: 2, bookingCutoffMinutes: 90, timezone: 'America/Cancun', stops: [] })
    expect(second).toMatchObject({
      version: 3,
      bookingCutoffMinutes: 90,
      timezone: 'America/Cancun',
      minParty: 4,
      stops: [],
      stored: { departures: { times: [sunday], exceptions: [cancelled] } },
    })
    const [created, changed] = await changesOf(id)
    expect(created).toMatchObject({ action: 'created' })
    expect(changed).toMatchObject({
      action: 'updated',
      before: { minParty: 1, stops: [] },
      after: {
        minParty: 4,
        stops,
        departures: { times: [{ ...sunday, weekdays: ['sunday'] }], exceptions: [cancelled] },
      },
    })
  })

  it('are only validated by a dry run', async () => {
    const { id } = await added('dry-run')
    await applied({ id, version: 1, times: [] }, true)
    const { tourVersions } = await catalog.ask<{ tourVersions: (number | null)[] }>(
      'query ($ids: [ID!]!) { tourVersions(ids: $ids) }',
      { ids: ['x', id.toUpperCase(), kankirixche] },
    )
    expect(tourVersions).toEqual([null, 1, null])
    expect(await changesOf(id)).toHaveLength(1)
  })

  it.each<[object, string]>([
    [{ times: [sunday, sunday] }, 'times.1'],
    [{ times: Array.from({ length: 101 }, () => sunday) }, 'times'],
    [{ exceptions: [{ date: '2027-01-03', startTime: '10:00' }] }, 'exceptions.0.capacity'],
    [{ stops: [{ cenoteId: demoId('cenote', 'azul'), offsetMinutes: 0 }] }, 'stops.0.cenoteId'],
    [{ minParty: 51 }, 'minParty'],
  ])('are refused as %j, naming %s', async (given, field) => {
    const { id } = await added(`refused-${field.replaceAll('.', '-').toLowerCase()}`)
    const input = { id, version: 1, ...given }
    const { code, details } = await catalog.refusal(apply, { input, dryRun: true })
    expect([code, Object.keys((details as { fields: object }).fields)]).toEqual(['ERROR_VALIDACION', [field]])
  })

  it('need the version that was read', async () => {
    const { id } = await added('stale')
    const input = { id, version: 7, times: [sunday] }
    expect(await catalog.refusal(apply, { input, dryRun: true })).toMatchObject({ code: 'EDIT_CONFLICT' })
  })
})

describe('the deactivation that booking applies', () => {
  it('takes a tour off sale, except in a dry run', async () => {
    const { id } = await added('off-sale')
    await catalog.ask('mutation ($input: PublishTourInput!) { publishTour(input: $input) { id } }', {
      input: { id, version: 1 },
    })
    const deactivate = async (dryRun: boolean) =>
      catalog.ask<{ applyTourDeactivation: StoredTour }>(
        'mutation ($id: ID!, $dryRun: Boolean!) { applyTourDeactivation(id: $id, version: 2, dryRun: $dryRun) { version isActive } }',
        { id, dryRun },
      )
    expect((await deactivate(true)).applyTourDeactivation).toEqual({ version: 2, isActive: true })
    expect((await deactivate(false)).applyTourDeactivation).toEqual({ version: 3, isActive: false })
    expect((await changesOf(id)).map(({ action }) => action)).toEqual(['created', 'published', 'deactivated'])
  })
})

describe('the database', () => {
  it.each([
    ['cenote', `days_open = '{monday,lunes}'`],
    ['cenote', `cutoffs = '[{"weekday": "MONDAY", "minutes": 1}]'`],
    ['tour', `departures = '{"times": [{"weekdays": ["lunes"], "startTime": "10:00", "capacity": 1}]}'`],
  ])('has no other weekdays: %s %s', async (table, change) => {
    await expect(catalog.sql(`UPDATE live.${table} SET ${change}`)).rejects.toThrow(/violates check constraint/)
  })
})
