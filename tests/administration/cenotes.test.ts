import { beforeAll, describe, expect, it } from '@jest/globals'
import { cenoteInput, meetingPointInput } from '../testkit/catalog-forms.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))

const create = 'mutation ($input: CreateCenoteInput!) { createCenote(input: $input) { id version isActive stored } }'
const update = 'mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { id version stored } }'
const publish = 'mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { id version isActive } }'
const deactivate = 'mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { version isActive } }'
const created = async (slug: string, more: object = {}): Promise<Json> =>
  (await operator(product.url).ask(create, { input: cenoteInput(slug, more) })).createCenote

describe('administration of cenotes', () => {
  it('takes a cenote from nothing to the list of partners', async () => {
    const { ask } = operator(product.url)
    const email = 'visitación@cenote-ñandú.example'
    const cenote = await created('la-joya', { contact: { email } })
    expect([cenote.version, cenote.isActive]).toEqual([1, false])
    const list = async (): Promise<string[]> => {
      const { body } = await partner(product.url).get('/api/partner/cenotes?search=la-joya')
      return body.data.map(({ slug }: Json) => slug)
    }
    expect(await list()).toEqual([])
    const { publishCenote } = await ask(publish, { input: { id: cenote.id, version: 1 } })
    expect(publishCenote).toEqual({ id: cenote.id, version: 2, isActive: true })
    expect(await list()).toEqual(['la-joya'])
    const { body } = await partner(product.url).get(`/api/partner/cenotes/${cenote.id}`)
    expect(body.data).toMatchObject({
      name: 'Cenote la-joya',
      pricing: { adult: 300 },
      capacity: { daily: 100, hourly: 20 },
      contact: { email },
    })
    const { deactivateCenote } = await ask(deactivate, { input: { id: cenote.id, version: 2 } })
    expect(deactivateCenote).toEqual({ version: 3, isActive: false })
    expect(await list()).toEqual([])
    const { nodes } = await changesOf(product.url, 'CENOTE', cenote.id)
    expect(nodes.map(({ action, before, after }: Json) => [action, before?.isActive, after.isActive])).toEqual([
      ['DEACTIVATED', true, false],
      ['PUBLISHED', false, true],
      ['CREATED', undefined, undefined],
    ])
  })

  it('stores everything that the demo cenotes show, exactly as it is described', async () => {
    const { ask } = operator(product.url)
    const { cenotes } = await ask('{ cenotes(first: 100) { nodes { stored } } }')
    expect(cenotes.nodes.length).toBeGreaterThan(25)
    for (const { stored } of cenotes.nodes) {
      const meetingPoints = stored.meetingPoints.map(({ id: _id, ...point }: Json) => point)
      const input = { ...stored, slug: `${stored.slug}-copy`, meetingPoints }
      const { createCenote: copy } = await ask(create, { input })
      const copied = copy.stored.meetingPoints.map(({ id: _id, ...point }: Json) => point)
      expect({ ...copy.stored, meetingPoints: copied }).toEqual(input)
    }
  })

  it('changes what is named, removes what is null, and leaves the rest', async () => {
    const { ask } = operator(product.url)
    const { id, stored } = await created('el-eden', {
      contact: { phone: '+52 984 555 1000' },
      guidelines: {
        beforeVisit: { en: ['a'], es: ['b'] },
        duringVisit: { en: [], es: [] },
        safety: { en: [], es: [] },
      },
      amenities: [{ id: 'parking', costCents: 5_000 }],
      meetingPoints: [meetingPointInput('Gate'), meetingPointInput('Square')],
      images: [{ url: 'https://cdn.example.com/1.jpg', alt: { en: 'One', es: 'Uno' } }],
    })
    const pricing = { ...stored.pricing, adultCents: 35_050 }
    const meetingPoints = [meetingPointInput('Square', { priceCents: 100 }), meetingPointInput('Beach')]
    const { updateCenote } = await ask(update, {
      input: { id, version: 1, pricing, contact: null, amenities: [{ id: 'restrooms' }], meetingPoints },
    })
    const square = stored.meetingPoints[1].id
    expect(updateCenote.stored.meetingPoints.map((point: Json) => [point.name.en, point.id === square])).toEqual([
      ['Square', true],
      ['Beach', false],
    ])
    const { contact: _contact, ...rest } = stored
    expect(updateCenote).toMatchObject({
      version: 2,
      stored: { ...rest, pricing, amenities: [{ id: 'restrooms', available: true, costCents: 0 }], meetingPoints },
    })
    expect(updateCenote.stored).not.toHaveProperty('contact')
    const { nodes } = await changesOf(product.url, 'CENOTE', id)
    expect(Object.keys(nodes[0].after).sort()).toEqual(['amenities', 'contact', 'meetingPoints', 'pricing'])
    expect([nodes[0].before.pricing.adultCents, nodes[0].after.contact]).toEqual([30_000, null])
  })

  it('shows a change to every reader at once, in both languages', async () => {
    const { ask } = operator(product.url)
    const { id } = await created('el-espejo')
    await ask(publish, { input: { id, version: 1 } })
    const read = async (language: string): Promise<string> =>
      (await partner(product.url).get(`/api/partner/cenotes/${id}`, { 'Accept-Language': language })).body.data.name
    expect(await read('es')).toBe('Cenote el-espejo (es)')
    await ask(update, { input: { id, version: 2, name: { en: 'The Mirror', es: 'El espejo' } } })
    expect([await read('en'), await read('es')]).toEqual(['The Mirror', 'El espejo'])
  })

  it('names every field error at once', async () => {
    const input = cenoteInput('bad', {
      slug: 'Bad Slug',
      name: { en: 'x'.repeat(1_001), es: ' ' },
      description: { en: 'bell \u0007', es: 'ok' },
      location: { latitude: 90.5, longitude: -200, address: '', state: 'QR', municipality: 'Tulum' },
      pricing: { adultCents: -1, currency: 'XXX', includes: { en: [''], es: [] } },
      capacity: { daily: -5, hourly: 10 },
      schedule: { openTime: '25:00', closeTime: '8:00', timezone: 'Mars/Olympus', daysOpen: [] },
      images: [{ url: 'javascript:alert(1)', alt: { en: 'a', es: 'b' } }],
      amenities: [{ id: 'parking', costCents: -1 }],
      contact: { email: 'nobody', website: 'ftp://example.com' },
    })
    const { code, details } = await operator(product.url).refusal(create, { input })
    expect(code).toBe('ERROR_VALIDACION')
    expect(Object.keys(details.fields).sort()).toEqual(
      [
        ...['slug', 'name.en', 'name.es', 'description.en', 'location.latitude', 'location.longitude'],
        ...['location.address', 'pricing.adultCents', 'pricing.currency', 'pricing.includes.en.0', 'capacity.daily'],
        ...['schedule.openTime', 'schedule.closeTime', 'schedule.timezone', 'schedule.daysOpen', 'images.0.url'],
        ...['amenities.0.costCents', 'contact.email', 'contact.website'],
      ].sort(),
    )
    expect(details.fields['schedule.timezone']).toEqual(['must be an IANA time zone, such as America/Cancun'])
  })

  it.each([
    [{ schedule: { ...cenoteInput('x').schedule, closeTime: '09:00' } }, 'schedule.closeTime'],
    [{ schedule: { ...cenoteInput('x').schedule, daysOpen: ['MONDAY', 'MONDAY'] } }, 'schedule.daysOpen.1'],
    [{ schedule: { ...cenoteInput('x').schedule, daysOpen: [] } }, 'schedule.daysOpen'],
    [{ schedule: { ...cenoteInput('x').schedule, timezone: '+05:00' } }, 'schedule.timezone'],
    [{ amenities: [{ id: 'parking' }, { id: 'parking' }] }, 'amenities.1.id'],
    [{ amenities: [{ id: 'unknown' }] }, 'amenities.0.id'],
    [{ slug: 'gran-cenote' }, 'slug'],
    [
      { meetingPoints: [meetingPointInput('Gate', { id: '5d2ff4a8-2e61-4d4b-9b4e-0d7a5b1f2c11' })] },
      'meetingPoints.0.id',
    ],
  ])('refuses %j, naming %s', async (more, field) => {
    const { details } = await operator(product.url).refusal(create, { input: cenoteInput('odd', more) })
    expect(Object.keys(details.fields)).toEqual([field])
  })

  it.each(['LUNES', 'monday'])('refuses %s as a weekday, naming the member', async (weekday) => {
    const schedule = { ...cenoteInput('x').schedule, daysOpen: ['MONDAY', weekday] }
    const { status, body } = await operator(product.url).graphql(create, { input: cenoteInput('odd', { schedule }) })
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('"input.schedule.daysOpen[1]"')])
  })

  it('refuses OTHER as a unit, which stands for stored ones that are not known', async () => {
    const { features: known } = cenoteInput('odd')
    const features = { ...known, depth: { ...known.depth, unit: 'OTHER' } }
    const { code, details } = await operator(product.url).refusal(create, { input: cenoteInput('odd', { features }) })
    expect([code, Object.keys(details.fields)]).toEqual(['ERROR_VALIDACION', ['features.depth.unit']])
  })

  it('refuses a stale version and an unknown cenote, and changes nothing', async () => {
    const { ask, refusal } = operator(product.url)
    const { id } = await created('el-viejo')
    await ask(update, { input: { id, version: 1, featured: true } })
    for (const [mutation, input] of [
      [update, { id, version: 1, featured: false }],
      [publish, { id, version: 1 }],
      [deactivate, { id, version: 1 }],
    ] as const)
      expect(await refusal(mutation, { input })).toMatchObject({
        code: 'EDIT_CONFLICT',
        details: { currentVersion: 2 },
      })
    for (const unknown of ['nothing', '5d2ff4a8-2e61-4d4b-9b4e-0d7a5b1f2c11'])
      expect(await refusal(publish, { input: { id: unknown, version: 1 } })).toMatchObject({ code: 'CENOTE_NOT_FOUND' })
    expect((await changesOf(product.url, 'CENOTE', id)).totalCount).toBe(2)
  })

  it('stays in the environment of its key', async () => {
    const { id } = await created('solo-sandbox')
    const { refusal } = operator(product.url, 'pk_live_demo_operator')
    expect(await refusal(publish, { input: { id, version: 1 } })).toMatchObject({ code: 'CENOTE_NOT_FOUND' })
  })

  it('is closed to partners, and shows them neither versions nor what is stored', async () => {
    const { graphql } = partner(product.url, keys.demo)
    for (const [query, variables] of [
      [create, { input: cenoteInput('mine') }],
      ['{ cenotes { nodes { version } } }', {}],
      ['{ cenotes { nodes { stored } } }', {}],
    ] as const) {
      const { body } = await graphql(query, variables)
      expect([body.data ?? null, body.errors[0].extensions.code]).toEqual([null, 'INSUFFICIENT_PERMISSIONS'])
    }
  })
})
