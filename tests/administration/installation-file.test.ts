import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { fileSchema } from '../../cli/catalog/format.ts'
import { derivedId } from '../../platform/values/derived-id.ts'
import { productToChange, startedDatabases, type Json, type SharedProduct } from '../testkit/product.ts'
import { testInstallation, type TestInstallation } from '../testkit/installation.ts'
import { cenoteItem, meetingPointInput, tourInput } from '../testkit/catalog-forms.ts'
import { changesOf, operator, operatorKeys } from '../testkit/operator.ts'
import { eventually } from '../testkit/eventually.ts'

let product: SharedProduct
let installation: TestInstallation
/** Databases without a product, until the dry run. */
const empty = testInstallation()
beforeAll(async () => {
  product = await productToChange()
  installation = testInstallation(product)
})

const { cenoteIds: _, ...tour } = tourInput('file-tour', [])
const lists = {
  amenities: [{ id: 'file-sauna', category: 'facilities', name: { en: 'Sauna', es: 'Sauna' } }],
  cenotes: [cenoteItem('file-one', { amenities: [{ id: 'file-sauna' }] }), cenoteItem('file-two')],
  tours: [{ ...tour, cenotes: ['file-two', 'file-one'], meetingPoints: [meetingPointInput('Gate')] }],
}
const changed = (index: number, changes: object) => ({
  ...lists,
  cenotes: lists.cenotes.map((cenote, position) => (position === index ? { ...cenote, ...changes } : cenote)),
})
const cenote = (slug: string) =>
  operator(product.url, operatorKeys.live)
    .ask('query ($id: ID!) { cenote(id: $id) { id version isActive name stored } }', { id: derivedId('cenote', slug) })
    .then(({ cenote: found }) => found)

/** The import runs beside the product, which reads the old facts for at most a second more. */
async function expectCenote(slug: string, expected: object): Promise<void> {
  const difference = async (): Promise<string | undefined> => {
    const found = await cenote(slug)
    try {
      expect(found).toMatchObject(expected)
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  await eventually(difference, undefined)
}

describe('an exported installation', () => {
  it.each(['json', 'yaml'] as const)('makes the same installation out of an empty one, as %s', async (format) => {
    const empty = testInstallation()
    const text = await installation.exportText('live', format)
    await empty.importText(text, { as: `file.${format}` })
    expect(await empty.exportText('live', format)).toBe(text)
    expect(text.length).toBeGreaterThan(100_000)
    // The other environment is another installation.
    expect(await empty.exportText('sandbox')).not.toContain('slug')
  })

  it('changes nothing where it came from', async () => {
    const text = await installation.exportText('live', 'yaml')
    const plan = await installation.importText(text, { as: 'file.yml' })
    for (const line of plan.slice(1)) expect(line).toMatch(/^\w+ +0 +0 +\d+ +0$/)
    expect(plan).toHaveLength(1 + (text.match(/^\w+:( \[\])?$/gm) ?? []).length)
  })
})

describe('an imported file', () => {
  it('creates what is missing, with an id that follows from the slug, while the product runs', async () => {
    const plan = await installation.importLists(lists)
    expect(plan).toEqual(
      expect.arrayContaining([
        '+ amenities file-sauna',
        '+ cenotes file-one',
        '+ cenotes file-two',
        '+ tours file-tour',
      ]),
    )
    await expectCenote('file-one', { version: 1, isActive: true, name: 'Cenote file-one' })
    const { tour: found } = await operator(product.url, operatorKeys.live).ask(
      'query ($id: ID!) { tour(id: $id) { isActive stored } }',
      { id: derivedId('tour', 'file-tour') },
    )
    expect(found).toMatchObject({
      isActive: true,
      stored: { cenoteIds: [derivedId('cenote', 'file-two'), derivedId('cenote', 'file-one')] },
    })
    // The other environment stays as it was.
    expect(await installation.exportText('sandbox')).not.toContain('file-one')
  })

  it('leaves everything alone the second time', async () => {
    await installation.importLists(lists)
    const changes = await changesOf(product.url, 'CENOTE', derivedId('cenote', 'file-one'), operatorKeys.live)
    const plan = await installation.importLists(lists)
    expect(plan.filter((line) => /^[+~-] /.test(line))).toEqual([])
    await expectCenote('file-one', { version: 1 })
    expect(await changesOf(product.url, 'CENOTE', derivedId('cenote', 'file-one'), operatorKeys.live)).toEqual(changes)
  })

  it('changes what differs, names the fields, and records the change without a key', async () => {
    await installation.importLists(lists)
    const pricing = { ...cenoteItem('x').pricing, adultCents: 31_000 }
    const plan = await installation.importLists(changed(0, { pricing }))
    expect(plan[0]).toBe('~ cenotes file-one: pricing.adultCents')
    await expectCenote('file-one', { version: 2, stored: { pricing: { adultCents: 31_000 } } })
    const { nodes } = await changesOf(product.url, 'CENOTE', derivedId('cenote', 'file-one'), operatorKeys.live)
    expect(nodes[0]).toMatchObject({
      action: 'UPDATED',
      key: null,
      before: { pricing: { adultCents: 30_000 } },
      after: { pricing: { adultCents: 31_000 } },
    })
  })

  it('has departures and stops of a tour, or start times and a capacity, and leaves exceptions that it does not have', async () => {
    const own = testInstallation()
    const { startTimes, capacity, ...others } = lists.tours[0] as Json
    const departures = { times: [{ weekdays: ['sunday'], startTime: '10:00', capacity: 6, until: '2027-03-31' }] }
    const exceptions = [{ date: '2027-01-03', startTime: '10:00', cancelled: true }]
    const stops = [{ cenote: 'file-one', offsetMinutes: 90, takesPlaces: true }]
    const exported = async () => JSON.parse(await own.exportText()).tours[0]
    await own.importLists({ ...lists, tours: [{ ...others, departures: { ...departures, exceptions }, stops }] })
    expect(await exported()).toMatchObject({
      departures: { ...departures, exceptions },
      stops,
      timezone: 'America/Cancun',
      minParty: 1,
    })
    expect(await exported()).not.toHaveProperty('startTimes')
    const [change] = await own.importLists({ tours: [{ ...others, startTimes, capacity, minParty: 3 }] })
    expect(change).toBe('~ tours file-tour: stops, minParty, departures.times')
    expect(await exported()).toMatchObject({
      departures: { times: [{ startTime: '08:00', capacity: 12 }, { startTime: '13:00' }], exceptions },
      stops: [],
      minParty: 3,
    })
  })

  it('names a stop at a cenote that the tour does not visit, and departures that overlap', async () => {
    const { startTimes: _times, capacity: _capacity, ...others } = lists.tours[0] as Json
    const time = { weekdays: ['sunday'], startTime: '10:00', capacity: 6 }
    const tour = { ...others, departures: { times: [time, time] }, stops: [{ cenote: 'elsewhere', offsetMinutes: 0 }] }
    expect(await empty.refusal(JSON.stringify({ formatVersion: 1, ...lists, tours: [tour] }))).toEqual([
      'file.json:1: tours[0].departures.times[1] must not overlap departures.times.0',
      'file.json:1: tours[0].stops[0].cenote is unknown; known here: file-two, file-one',
    ])
  })

  it('takes an item off sale and puts it on sale again', async () => {
    await installation.importLists(lists)
    await installation.importLists(changed(1, { isActive: false }))
    await expectCenote('file-two', { isActive: false })
    await installation.importLists(lists)
    await expectCenote('file-two', { isActive: true })
    const { nodes } = await changesOf(product.url, 'CENOTE', derivedId('cenote', 'file-two'), operatorKeys.live)
    expect(nodes.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['PUBLISHED', 'DEACTIVATED'])
  })

  it('gives the id that an item names, and exports an id only when it does not follow from the slug', async () => {
    const own = testInstallation()
    const id = '0d9a3b52-9f0c-4c59-8d2e-0a4f3f5f7a11'
    await own.importLists({ cenotes: [cenoteItem('named', { id }), cenoteItem('unnamed')] })
    const { cenotes } = JSON.parse(await own.exportText())
    expect(cenotes.map((item: { id?: string }) => item.id)).toEqual([id, undefined])
    expect(await own.refusal(JSON.stringify({ formatVersion: 1, cenotes: [cenoteItem('thief', { id })] }))).toEqual([
      'file.json:1: cenotes[0].id is used already',
    ])
  })

  it('does only what a dry run has shown', async () => {
    const shown = await empty.importLists(lists, { commit: false })
    expect(await empty.exportText()).not.toContain('file-one')
    expect(await empty.importLists(lists)).toEqual(shown)
  })

  it('deactivates what its lists do not name only with prune, and touches no list that it does not have', async () => {
    const own = testInstallation()
    await own.importLists(lists)
    const fewer = { cenotes: lists.cenotes.slice(0, 1) }
    expect((await own.importLists(fewer)).filter((line) => /^[+~-] /.test(line))).toEqual([])
    expect((await own.importLists(fewer, { prune: true }))[0]).toBe('- cenotes file-two')
    const { cenotes, tours } = JSON.parse(await own.exportText())
    expect([...cenotes, ...tours].map(({ slug, isActive }) => [slug, isActive])).toEqual([
      ['file-one', true],
      ['file-two', false],
      ['file-tour', true],
    ])
    expect((await own.importLists(fewer, { prune: true })).filter((line) => /^[+~-] /.test(line))).toEqual([])
  })
})

describe('the demo data', () => {
  const demo = async (name: string): Promise<Json> => JSON.parse(await readFile(path.join('demo', name), 'utf8'))

  it('is what its file describes', async () => {
    const untouched = testInstallation(await startedDatabases(true))
    const plan = await untouched.importText(await readFile('demo/installation.json', 'utf8'), {
      environment: 'sandbox',
      commit: false,
    })
    expect(plan.filter((line) => /^[+~-] /.test(line))).toEqual([])
  })

  it('has the schema of the format beside it', async () => {
    const { $schema } = await demo('installation.json')
    expect(await demo($schema)).toEqual(JSON.parse(JSON.stringify(fileSchema())))
  })
})
