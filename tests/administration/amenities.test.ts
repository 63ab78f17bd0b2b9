import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { keys, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { changesOf, operator } from '../testkit/operator.ts'

let product: SharedProduct
beforeAll(async () => void (product = await sharedTestProduct()))

const create = 'mutation ($input: CreateAmenityInput!) { createAmenity(input: $input) { id version name stored } }'
const update = 'mutation ($input: UpdateAmenityInput!) { updateAmenity(input: $input) { id version stored } }'
const newId = (name: string): string => `${name}-${randomUUID()}`
const ids = {
  sauna: newId('sauna'),
  deck: newId('deck'),
  pool: newId('pool'),
  raft: newId('raft'),
  dock: newId('dock'),
}
const sauna = { id: ids.sauna, category: 'FACILITIES', name: { en: 'Sauna', es: 'Sauna' }, icon: 'steam' }

describe('administration of amenities', () => {
  it('creates, changes and lists them, and records each change with its key', async () => {
    const { ask } = operator(product.url)
    const { createAmenity } = await ask(create, { input: sauna })
    expect(createAmenity).toEqual({ id: ids.sauna, version: 1, name: 'Sauna', stored: sauna })
    const name = { en: 'Steam bath', es: 'Baño de vapor' }
    const { updateAmenity } = await ask(update, { input: { id: ids.sauna, version: 1, name, icon: null } })
    expect(updateAmenity).toEqual({
      id: ids.sauna,
      version: 2,
      stored: { id: ids.sauna, category: 'FACILITIES', name },
    })
    const { amenityKinds } = await ask('{ amenityKinds(first: 100) { totalCount nodes { id } } }')
    expect(amenityKinds.nodes.map(({ id }: { id: string }) => id)).toContain(ids.sauna)
    expect(amenityKinds.totalCount).toBe(amenityKinds.nodes.length)
    const changes = await changesOf(product.url, 'AMENITY', ids.sauna)
    expect(changes).toMatchObject({
      subject: { type: 'AMENITY', subjectId: ids.sauna },
      totalCount: 2,
      nodes: [
        { action: 'UPDATED', before: { name: sauna.name, icon: 'steam' }, after: { name, icon: null } },
        { action: 'CREATED', before: null, after: { ...sauna, category: 'facilities' } },
      ],
    })
    for (const { key } of changes.nodes) expect(key.lastFour).toBe('ator')
  })

  it('pages changes by cursors, which are of one subject', async () => {
    const { ask, refusal } = operator(product.url)
    await ask(create, { input: { ...sauna, id: ids.deck } })
    for (const [version, icon] of ['a', 'b', 'c'].entries())
      await ask(update, { input: { id: ids.deck, version: version + 1, icon } })
    const page = (id: string, first: number, after?: string) =>
      [
        'query ($of: ChangeSubjectInput!, $first: Int, $after: String) { changes(of: $of, first: $first, after: $after) { nodes { action after } pageInfo { hasNextPage endCursor } } }',
        { of: { type: 'AMENITY', id }, first, after },
      ] as const
    const { changes: latest } = await ask(...page(ids.deck, 2))
    expect(latest.nodes).toEqual([
      { action: 'UPDATED', after: { icon: 'c' } },
      { action: 'UPDATED', after: { icon: 'b' } },
    ])
    const { changes: rest } = await ask(...page(ids.deck, 10, latest.pageInfo.endCursor))
    expect([rest.nodes.length, rest.pageInfo.hasNextPage]).toEqual([2, false])
    expect(await refusal(...page(ids.sauna, 10, latest.pageInfo.endCursor))).toMatchObject({ code: 'INVALID_CURSOR' })
    expect(await refusal(...page(ids.deck, 0))).toMatchObject({ code: 'ERROR_VALIDACION' })
    expect((await ask(...page('nothing', 10))).changes.nodes).toEqual([])
  })

  it('refuses a stale version with the current one, and changes nothing', async () => {
    const { ask, refusal } = operator(product.url)
    await ask(create, { input: { ...sauna, id: ids.pool } })
    await ask(update, { input: { id: ids.pool, version: 1, icon: 'a' } })
    expect(await refusal(update, { input: { id: ids.pool, version: 1, icon: 'b' } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      status: 409,
      details: { currentVersion: 2 },
    })
    expect((await changesOf(product.url, 'AMENITY', ids.pool)).nodes[0].after).toEqual({ icon: 'a' })
  })

  it('of several concurrent changes of one version makes one', async () => {
    const { ask, graphql } = operator(product.url)
    await ask(create, { input: { ...sauna, id: ids.raft } })
    const icons = Array.from({ length: 10 }, (_, index) => `icon-${index}`)
    const responses = await Promise.all(
      icons.map((icon) => graphql(update, { input: { id: ids.raft, version: 1, icon } })),
    )
    const codes = responses.map(({ body }) => body.errors?.[0].extensions.code ?? 'done')
    expect(codes.sort()).toEqual([...Array<string>(9).fill('EDIT_CONFLICT'), 'done'])
    expect((await changesOf(product.url, 'AMENITY', ids.raft)).totalCount).toBe(2)
  })

  it('records nothing, and keeps the version, when an update changes nothing', async () => {
    const { ask } = operator(product.url)
    await ask(create, { input: { ...sauna, id: ids.dock } })
    const { updateAmenity } = await ask(update, { input: { id: ids.dock, version: 1, icon: 'steam' } })
    expect(updateAmenity.version).toBe(1)
    expect((await changesOf(product.url, 'AMENITY', ids.dock)).totalCount).toBe(1)
  })

  it('names every field error at once, in the language of the caller', async () => {
    const { refusal } = operator(product.url)
    const input = { id: 'Not A Slug', category: 'DINING', name: { en: ' ', es: 'x'.repeat(201) }, icon: '' }
    const english = await refusal(create, { input })
    expect(english.details.fields).toEqual({
      id: ['must have lowercase letters, digits and single hyphens only'],
      'name.en': ['must not be empty'],
      'name.es': ['must have at most 200 characters'],
      icon: ['must not be empty'],
    })
    const spanish = await refusal(create, { input }, { 'Accept-Language': 'es' })
    expect(spanish.details.fields['name.en']).toEqual(['no debe estar vacío'])
    expect(Object.keys(spanish.details.fields)).toEqual(Object.keys(english.details.fields))
  })

  it('refuses an id that is taken, and an amenity that does not exist', async () => {
    const { refusal } = operator(product.url)
    expect((await refusal(create, { input: { ...sauna, id: 'restrooms' } })).details.fields).toEqual({
      id: ['is used already'],
    })
    expect(await refusal(update, { input: { id: 'nothing', version: 1 } })).toMatchObject({
      code: 'AMENITY_NOT_FOUND',
      status: 404,
    })
  })

  it('does the work of one Idempotency-Key once', async () => {
    const { send } = operator(product.url)
    const body = { query: create, variables: { input: { ...sauna, id: newId('once') } } }
    const headers = { 'Idempotency-Key': randomUUID() }
    const responses = []
    for (let time = 0; time < 2; time += 1) responses.push(await send('POST', '/graphql', body, headers))
    expect(responses.map(({ body }) => body.data)).toEqual([responses[0]?.body.data, responses[0]?.body.data])
    expect(responses[1]?.headers.get('idempotent-replayed')).toBe('true')
  })

  it('is closed to partners, whatever they may do, and shows them nothing', async () => {
    const { graphql } = partner(product.url, keys.demo)
    for (const [query, variables] of [
      [create, { input: { ...sauna, id: 'mine' } }],
      [update, { input: { id: 'sauna', version: 1 } }],
      ['{ amenityKinds { nodes { id stored } } }', {}],
      ['{ changes(of: { type: AMENITY, id: "sauna" }) { nodes { id } } }', {}],
    ] as const) {
      const { body } = await graphql(query, variables)
      expect([body.data ?? null, body.errors[0].extensions.code]).toEqual([null, 'INSUFFICIENT_PERMISSIONS'])
    }
  })
})
