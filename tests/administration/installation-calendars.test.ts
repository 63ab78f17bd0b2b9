import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { derivedId } from '../../platform/values/derived-id.ts'
import { cenoteItem } from '../testkit/catalog-forms.ts'
import { storedChanges } from '../testkit/change-records.ts'
import { eventually } from '../testkit/eventually.ts'
import { testInstallation, type TestInstallation } from '../testkit/installation.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let installation: TestInstallation
/** Without a product. */
const empty = testInstallation()
beforeAll(async () => {
  product = await productToChange()
  installation = testInstallation(product)
})

/** Read once, so that days stay the same when a run passes midnight. */
const today = new Date().toISOString().slice(0, 10)
const day = (days: number): string => addDays(today, days)
const texts = (text: string) => ({ en: text, es: `${text} (es)` })
const steps = (plan: readonly string[]): string[] => plan.filter((line) => /^[+~-] /.test(line))
const file = (lists: object): string => JSON.stringify({ formatVersion: 1, ...lists }, null, 2)

const lists = (slug: string) => ({
  cenotes: [cenoteItem(slug)],
  closures: [{ cenote: slug, from: day(20), to: day(22), reason: 'storm', message: texts('Storm') }],
  specialEvents: [
    {
      cenote: slug,
      from: day(30),
      to: day(31),
      name: texts('Dance'),
      startTime: '10:00',
      endTime: '12:00',
      capacity: 5,
    },
  ],
  slotOverrides: [
    { cenote: slug, from: day(40), to: day(41), times: ['09:00', '10:00'], capacity: 3 },
    { cenote: slug, from: day(42), to: day(42), available: false, reason: 'Repairs' },
  ],
})
const calendar = (slug: string): Promise<Json> =>
  operator(product.url, operatorKeys.live)
    .ask(
      `query ($id: ID!, $from: LocalDate!, $to: LocalDate!) { calendar(cenoteId: $id, from: $from, to: $to) {
        closures { from to reason message } specialEvents { from to message capacity }
        slotOverrides { date time capacity available reason } } }`,
      { id: derivedId('cenote', slug), from: day(0), to: day(60) },
    )
    .then((data) => data.calendar)
const reserve = (slug: string, visitDate: string, adults = 4) =>
  partner(product.url, keys.live).post('/api/partner/reservations', {
    cenoteId: derivedId('cenote', slug),
    visitDate,
    visitTime: '10:00',
    visitors: { adults, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
async function confirmed(slug: string, visitDate: string): Promise<void> {
  const { body } = await reserve(slug, visitDate)
  const { status } = await partner(product.url, keys.live).post(`/api/partner/reservations/${body.data.id}/confirm`, {
    paymentId: 'p',
    paymentMethod: 'cash',
    transactionId: 't',
  })
  expect(status).toBe(200)
}

const ofCenote = async (slug: string): Promise<{ reservations: Json[] }> => {
  const filter = { cenoteId: derivedId('cenote', slug) }
  const { reservations } = await operator(product.url, operatorKeys.live).ask(
    'query ($filter: ReservationFilter!) { reservations(filter: $filter) { nodes { status disrupted } } }',
    { filter },
  )
  return { reservations: reservations.nodes }
}

describe('calendars in a file', () => {
  it('are stored as the mutations store them, and take effect at once', async () => {
    await installation.importLists(lists('calendar-one'))
    const { closures, specialEvents, slotOverrides } = await calendar('calendar-one')
    expect(closures).toEqual([{ from: day(20), to: day(22), reason: 'storm', message: 'Storm' }])
    expect(specialEvents).toEqual([{ from: day(30), to: day(31), message: 'Dance from 10:00 to 12:00', capacity: 5 }])
    expect(slotOverrides.slice(0, 2)).toEqual([
      { date: day(40), time: '09:00', capacity: 3, available: true, reason: null },
      { date: day(40), time: '10:00', capacity: 3, available: true, reason: null },
    ])
    expect(slotOverrides).toHaveLength(4 + 8)
    expect((await reserve('calendar-one', day(21))).body.error.code).toBe('CENOTE_NOT_AVAILABLE')
    expect(await reserve('calendar-one', day(30), 6)).toHaveStatus(422)
    expect(await reserve('calendar-one', day(42), 1)).toHaveStatus(422)
    expect(await reserve('calendar-one', day(43))).toHaveStatus(201)
  })

  it('are left alone the second time, and exported as they came', async () => {
    const own = testInstallation()
    await own.importLists(lists('calendar-two'))
    expect(steps(await own.importLists(lists('calendar-two')))).toEqual([])
    const text = await own.exportText()
    const { closures, specialEvents, slotOverrides } = JSON.parse(text)
    expect({ closures, specialEvents }).toEqual({
      closures: lists('calendar-two').closures,
      specialEvents: lists('calendar-two').specialEvents,
    })
    expect(slotOverrides[0]).toEqual(lists('calendar-two').slotOverrides[0])
    expect(slotOverrides[1]).toMatchObject({ from: day(42), available: false, reason: 'Repairs' })
    const other = testInstallation()
    await other.importText(text)
    expect(await other.exportText()).toBe(text)
    expect(steps(await own.importText(text))).toEqual([])
  })

  it('change what differs, and with prune take away what they do not name', async () => {
    const own = testInstallation()
    const given = lists('calendar-three')
    await own.importLists(given)
    const closures = given.closures.map((closure) => ({ ...closure, message: texts('Hurricane') }))
    const specialEvents = given.specialEvents.map((event) => ({ ...event, capacity: 7 }))
    const slotOverrides = given.slotOverrides.slice(0, 1)
    expect(steps(await own.importLists({ closures, specialEvents, slotOverrides }))).toEqual([
      expect.stringMatching(/^~ closures calendar-three .*: message.en, message.es$/),
      expect.stringMatching(/^~ specialEvents calendar-three .*: capacity$/),
    ])
    const pruned = await own.importLists({ closures: [], specialEvents, slotOverrides }, { prune: true })
    expect(steps(pruned)).toEqual([
      expect.stringMatching(/^- closures calendar-three/),
      expect.stringMatching(/^- slotOverrides calendar-three/),
    ])
    const exported = JSON.parse(await own.exportText())
    expect([exported.closures, exported.specialEvents, exported.slotOverrides]).toEqual([
      [],
      specialEvents,
      slotOverrides,
    ])
    expect((await storedChanges(own.database('booking'), 'live')).slice(0, 2)).toMatchObject([
      { type: 'slot_override', action: 'updated', keyId: null },
      { type: 'closure', action: 'deleted', keyId: null },
    ])
  })

  it('leave the past as it is', async () => {
    const slug = 'calendar-past'
    const plan = await empty.importLists({
      cenotes: [cenoteItem(slug)],
      closures: [{ cenote: slug, from: day(-9), to: day(-8), reason: 'storm' }],
      specialEvents: [
        { cenote: slug, from: day(-9), to: day(-8), name: texts('Dance'), startTime: '10:00', endTime: '12:00' },
      ],
      slotOverrides: [{ cenote: slug, from: day(-9), to: day(-8), capacity: 3 }],
    })
    expect(steps(plan)).toEqual([`+ cenotes ${slug}`])
    expect(JSON.parse(await empty.exportText())).toMatchObject({ closures: [], specialEvents: [], slotOverrides: [] })
  })

  it.each([
    [
      'an unknown cenote',
      { closures: [{ cenote: 'nowhere', from: day(1), to: day(1), reason: 'x' }] },
      /closures\[0\]\.cenote is unknown/,
    ],
    [
      'slots that overlap',
      {
        slotOverrides: [
          { cenote: 'calendar-bad', from: day(1), to: day(9), times: ['10:00'], capacity: 1 },
          { cenote: 'calendar-bad', from: day(9), to: day(9), capacity: 2 },
        ],
      },
      /slotOverrides\[1\]\.from must not name a slot twice/,
    ],
    [
      'a time that is no slot',
      { slotOverrides: [{ cenote: 'calendar-bad', from: day(1), to: day(1), times: ['23:00'], capacity: 1 }] },
      /slotOverrides\[0\]\.times\[0\] is unknown/,
    ],
    [
      'more people than the cenote holds',
      { slotOverrides: [{ cenote: 'calendar-bad', from: day(1), to: day(1), capacity: 21 }] },
      /slotOverrides\[0\]\.capacity must be at most 20/,
    ],
    [
      'an event that ends before it begins',
      {
        specialEvents: [
          { cenote: 'calendar-bad', from: day(1), to: day(1), name: texts('x'), startTime: '12:00', endTime: '11:00' },
        ],
      },
      /specialEvents\[0\]\.endTime must be after startTime/,
    ],
    [
      'a range that ends before it begins',
      { closures: [{ cenote: 'calendar-bad', from: day(2), to: day(1), reason: 'x' }] },
      /closures\[0\]\.to must not be before from/,
    ],
  ])('are refused by file, line and field for %s, and nothing is written', async (_name, wrong, expected) => {
    const lines = await empty.refusal(file({ cenotes: [cenoteItem('calendar-bad')], ...wrong }))
    expect(lines).toEqual([expect.stringMatching(expected)])
    expect(lines[0]).toMatch(/^file\.json:\d+: /)
    expect(await empty.exportText()).not.toContain('calendar-bad')
  })
})

describe('a file against reservations that stand', () => {
  it('closes days where reservations stand only when it is said what becomes of them', async () => {
    const slug = 'standing-closure'
    await installation.importLists({ cenotes: [cenoteItem(slug)] })
    await confirmed(slug, day(10))
    const closures = [{ cenote: slug, from: day(9), to: day(11), reason: 'storm' }]
    const cenotes = [cenoteItem(slug, { featured: true })]
    expect(await installation.refusal(file({ cenotes, closures }))).toEqual([
      expect.stringMatching(/^file\.json:\d+: closures\[0\] Existing reservations: 1, for 4 people\.$/),
    ])
    // The catalog's part is not stored without the calendar's.
    expect(await installation.exportText()).not.toContain('"featured": true,\n      "popularity": 0')
    await installation.importText(file({ cenotes, closures }), { reservations: 'keep' })
    expect((await calendar(slug)).closures).toHaveLength(1)
    const { reservations } = await ofCenote(slug)
    await eventually(async () => (await ofCenote(slug)).reservations[0].disrupted, true)
    expect(reservations).toHaveLength(1)
  })

  it('ends sales where reservations stand only when it is said what becomes of them', async () => {
    const slug = 'standing-sale'
    const cenote = cenoteItem(slug)
    await installation.importLists({ cenotes: [cenote] })
    await confirmed(slug, day(10))
    const ended = file({ cenotes: [{ ...cenote, isActive: false }] })
    expect(await installation.refusal(ended)).toEqual([
      expect.stringMatching(/^file\.json:\d+: cenotes\[0\].* Existing reservations: 1, for 4 people\.$/),
    ])
    await installation.importText(ended, { reservations: 'cancel' })
    await eventually(async () => (await ofCenote(slug)).reservations.map(({ status }: Json) => status), ['CANCELLED'])
    const { disruptions } = await operator(product.url, operatorKeys.live).ask(
      '{ disruptions(first: 1) { nodes { cause reservations by { type keyId } } } }',
    )
    expect(disruptions.nodes).toEqual([
      { cause: 'DEACTIVATION', reservations: 'CANCEL', by: { type: 'OPERATOR', keyId: null } },
    ])
    expect(steps(await installation.importText(ended))).toEqual([])
  })

  it('keeps booked places when a schedule or capacity changes', async () => {
    const slug = 'standing-schedule'
    const cenote = cenoteItem(slug)
    await installation.importLists({ cenotes: [cenote] })
    await reserve(slug, day(12))
    for (const change of [
      { capacity: { daily: 100, hourly: 3 } },
      { schedule: { ...cenote.schedule, openTime: '11:00' } },
    ])
      expect(await installation.refusal(file({ cenotes: [{ ...cenote, ...change }] }))).toEqual([
        expect.stringMatching(/^file\.json:\d+: cenotes\[0\]\.schedule The change would affect .* 1 for 4 people\.$/),
      ])
    await installation.importLists({ cenotes: [{ ...cenote, capacity: { daily: 100, hourly: 4 } }] })
    // The next reservation is made with the capacity of the file.
    expect(await reserve(slug, day(12), 1)).toHaveStatus(422)
    expect(await reserve(slug, day(13), 5)).toHaveStatus(422)
    expect(await reserve(slug, day(13), 4)).toHaveStatus(201)
  })

  it('never holds fewer people in a slot than are booked', async () => {
    const slug = 'standing-slot'
    await installation.importLists({ cenotes: [cenoteItem(slug)] })
    await reserve(slug, day(14))
    const slotOverrides = [{ cenote: slug, from: day(14), to: day(14), capacity: 3 }]
    expect((await installation.refusal(file({ slotOverrides })))[0]).toMatch(
      /slotOverrides\[0\] The change would affect/,
    )
    const specialEvents = [
      { cenote: slug, from: day(14), to: day(14), name: texts('x'), startTime: '09:00', endTime: '11:00', capacity: 3 },
    ]
    expect((await installation.refusal(file({ specialEvents })))[0]).toMatch(
      /specialEvents\[0\] The change would affect/,
    )
  })
})
