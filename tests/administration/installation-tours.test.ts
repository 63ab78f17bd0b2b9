import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { derivedId } from '../../platform/values/derived-id.ts'
import { cenoteItem, tourInput } from '../testkit/catalog-forms.ts'
import { eventually } from '../testkit/eventually.ts'
import { testInstallation, type TestInstallation } from '../testkit/installation.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { tourSeller } from '../testkit/tours.ts'

let product: SharedProduct
let installation: TestInstallation
let guide: ReturnType<typeof tourSeller>
beforeAll(async () => {
  product = await productToChange()
  installation = testInstallation(product)
  guide = tourSeller(product, keys.live)
  await installation.importLists({ cenotes: [cenoteItem('tour-stop')] })
})

/** Read once, so that days stay the same when a run passes midnight. */
const today = new Date().toISOString().slice(0, 10)
const day = (days: number): string => addDays(today, days)
const file = (lists: object): string => JSON.stringify({ formatVersion: 1, ...lists }, null, 2)
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** A tour as a file has it: daily at 09:00 for 8 people. */
const item = (slug: string, more: Json = {}): Json => {
  const { cenoteIds: _, startTimes: _times, capacity: _capacity, ...form } = tourInput(slug, [])
  const { departures, ...others } = more
  return {
    ...form,
    cenotes: ['tour-stop'],
    timezone: 'America/Cancun',
    departures: { times: [{ weekdays, startTime: '09:00', capacity: 8 }], exceptions: [], ...departures },
    ...others,
  }
}
const reserve = (slug: string, visitDate: string, adults = 3): Promise<Json> =>
  guide.reserve({
    tourId: derivedId('tour', slug),
    visitDate,
    visitTime: '09:00',
    visitors: { adults, children: 0 },
  })
const cancelled = (date: string) => ({ exceptions: [{ date, startTime: '09:00', cancelled: true }] })
const latest = async (): Promise<Json> => {
  const { disruptions } = await operator(product.url, operatorKeys.live).ask(
    '{ disruptions(first: 1) { nodes { cause reservations tour { id } departures { date time } by { keyId } } } }',
  )
  return disruptions.nodes[0]
}
const statusOf = (id: string): Promise<Json> => guide.read(id).then(({ status }: Json) => status)

describe('departures in a file against reservations', () => {
  it('are taken away only when it is said what becomes of those', async () => {
    const slug = 'file-departures'
    await installation.importLists({ tours: [item(slug)] })
    const { id } = await reserve(slug, day(10))
    const text = file({ tours: [item('file-other'), item(slug, { departures: cancelled(day(10)) })] })
    expect(await installation.refusal(text)).toEqual([
      expect.stringMatching(/^file\.json:\d+: tours\[1\]\.departures Existing reservations: 1, for 3 people\.$/),
    ])
    // Nothing of the file was stored.
    expect(await installation.exportText()).not.toContain('file-other')
    await installation.importText(text, { reservations: 'cancel' })
    await eventually(() => statusOf(id), 'cancelled')
    expect(await latest()).toEqual({
      cause: 'DEPARTURES',
      reservations: 'CANCEL',
      tour: { id: derivedId('tour', slug) },
      departures: [{ date: day(10), time: '09:00' }],
      by: { keyId: null },
    })
    // The next reservation is made with the departures of the file.
    expect(
      (await guide.refused({ tourId: derivedId('tour', slug), visitDate: day(10), visitTime: '09:00' })).code,
    ).toBe('TOUR_NOT_AVAILABLE')
    expect((await installation.importText(text)).filter((line) => /^[+~-] /.test(line))).toEqual([])
  })

  it('for fewer people than are booked can be kept, and not cancelled', async () => {
    const slug = 'file-capacity'
    await installation.importLists({ tours: [item(slug)] })
    const { id } = await reserve(slug, day(11))
    const times = [{ weekdays, startTime: '09:00', capacity: 2 }]
    const text = file({ tours: [item(slug, { departures: { times } })] })
    for (const reservations of [null, 'cancel'] as const)
      expect(await installation.refusal(text, { reservations })).toEqual([
        expect.stringMatching(/tours\[0\]\.departures Existing reservations: 1, for 3 people\.$/),
      ])
    await installation.importText(text, { reservations: 'keep' })
    await eventually(async () => (await guide.read(id)).disrupted, true)
    expect(await latest()).toMatchObject({ cause: 'CAPACITY', reservations: 'KEEP' })
  })

  it('in another time zone are others', async () => {
    const slug = 'file-zone'
    await installation.importLists({ tours: [item(slug)] })
    await reserve(slug, day(12))
    const text = file({ tours: [item(slug, { timezone: 'Europe/Madrid' })] })
    expect(await installation.refusal(text)).toEqual([expect.stringMatching(/Existing reservations: 1, for 3 people/)])
  })

  it('end with the tour, when it is taken off sale or the file names it no longer', async () => {
    const slug = 'file-sale'
    const lists = { tours: [item(slug)] }
    await installation.importLists(lists)
    const { id } = await reserve(slug, day(13))
    expect(await installation.refusal(file({ tours: [item(slug, { isActive: false })] }))).toEqual([
      expect.stringMatching(/tours\[0\].* Existing reservations: 1, for 3 people\.$/),
    ])
    const pruned = file({ tours: [item('file-left')] })
    expect(await installation.refusal(pruned, { prune: true })).toContainEqual(
      expect.stringMatching(/tours file-sale: Existing reservations: 1, for 3 people\.$/),
    )
    await installation.importText(file({ tours: [item(slug, { isActive: false })] }), { reservations: 'cancel' })
    await eventually(() => statusOf(id), 'cancelled')
    expect(await latest()).toMatchObject({ cause: 'DEACTIVATION', tour: { id: derivedId('tour', slug) } })
  })

  it('closes days of a cenote only when it is said what becomes of the parties of tours', async () => {
    const slug = 'file-stops'
    const stops = [{ cenote: 'tour-stop', offsetMinutes: 60, takesPlaces: true }]
    await installation.importLists({ tours: [item(slug, { stops })] })
    const { id } = await reserve(slug, day(14))
    const closures = [{ cenote: 'tour-stop', from: day(14), to: day(14), reason: 'storm' }]
    expect(await installation.refusal(file({ closures }))).toEqual([
      expect.stringMatching(/closures\[0\] Existing reservations: 1, for 3 people\.$/),
    ])
    await installation.importText(file({ closures }), { reservations: 'keep' })
    await eventually(async () => (await guide.read(id)).disrupted, true)
  })
})
