import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { operator } from '../testkit/operator.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const path = '/api/partner/reservations'
let product: SharedProduct
/** Partners that no other test uses, and a key of the first that only reads. */
let agency: Awaited<ReturnType<typeof newPartner>>
let rival: Awaited<ReturnType<typeof newPartner>>
let readonlyKey: string
beforeAll(async () => {
  product = await sharedTestProduct()
  agency = await newPartner(product)
  rival = await newPartner(product)
  readonlyKey = (await issueTestKey(product, { partner: agency, scopes: ['reservations:read'] })).apiKey
  const { version } = await settings()
  await update({ version, returnOrigins: ['https://agency.example'] })
})

const rest = () => partner(product.url, agency.apiKey)
const all = 'version guestMay { cancel change } hidePrice tickets returnOrigins'

async function settings(apiKey = agency.apiKey): Promise<Json> {
  const { body } = await partner(product.url, apiKey).graphql(`{ viewer { partner { settings { ${all} } } } }`)
  return body.data.viewer.partner.settings
}

/** The settings after a change, or the code of the error. */
async function update(input: Json, apiKey = agency.apiKey): Promise<Json> {
  const mutation = `mutation ($input: UpdatePartnerSettingsInput!) { updatePartnerSettings(input: $input) { ${all} } }`
  const { body } = await partner(product.url, apiKey).graphql(mutation, { input })
  return body.data?.updatePartnerSettings ?? body.errors[0].extensions
}

const creation = (more: Json): Json => ({
  cenoteId: demoId('cenote', 'gran-cenote'),
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  ...more,
})

async function created(more: Json): Promise<string> {
  const response = await rest().post(path, creation(more))
  expect(response).toHaveStatus(201)
  return response.body.data.id
}

async function termsOf(id: string): Promise<Json> {
  const { body } = await rest().get(`${path}/${id}`)
  const { guestMay, hidePrice, tickets, returnUrl, cancelUrl } = body.data
  return { guestMay, hidePrice, tickets, returnUrl, cancelUrl }
}

describe('the settings of a partner', () => {
  it('change what they name, for one caller at a time, and hold for reservations made before', async () => {
    const id = await created({})
    const { version } = await settings()
    const changed = await Promise.all([
      update({ version, guestMay: { cancel: true }, tickets: 'PERSON' }),
      update({ version, guestMay: { cancel: true }, tickets: 'PERSON' }),
    ])
    expect(changed.map(({ code, version: after }) => code ?? after).sort()).toEqual([version + 1, 'EDIT_CONFLICT'])
    const present = {
      version: version + 1,
      guestMay: { cancel: true, change: false },
      hidePrice: false,
      tickets: 'PERSON',
      returnOrigins: ['https://agency.example'],
    }
    expect(await settings()).toEqual(present)
    expect(await termsOf(id)).toMatchObject({ guestMay: present.guestMay, hidePrice: false, tickets: 'person' })
    expect((await settings(rival.apiKey)).tickets).toBe('PARTY')
  })

  it("are the partner's own, and any partner's for operators, with a record of who changed what", async () => {
    const { version } = await settings(rival.apiKey)
    expect(await update({ version, partnerId: rival.id })).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
    expect(await update({ version: 0 }, readonlyKey)).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
    const asOperator = operator(product.url)
    const { updatePartnerSettings: changed } = await asOperator.ask(
      'mutation ($input: UpdatePartnerSettingsInput!) { updatePartnerSettings(input: $input) { hidePrice } }',
      { input: { version, partnerId: rival.id, hidePrice: true } },
    )
    expect(changed).toEqual({ hidePrice: true })
    const { partners, changes } = await asOperator.ask(
      `{ partners(search: "${rival.name}") { nodes { settings { hidePrice } } }
         changes(of: { type: PARTNER_SETTINGS, id: "${rival.id}" }) { nodes { action by { type } before after } } }`,
    )
    expect(partners.nodes).toEqual([{ settings: { hidePrice: true } }])
    expect(changes.nodes).toEqual([
      { action: 'UPDATED', by: { type: 'OPERATOR' }, before: { hidePrice: false }, after: { hidePrice: true } },
    ])
  })

  it('have origins of https alone', async () => {
    const { version } = await settings()
    const { code, fieldErrors, details } = await update({
      version,
      returnOrigins: ['https://agency.example', 'http://agency.example', 'https://agency.example/shop'],
    })
    expect(code).toBe('ERROR_VALIDACION')
    expect(JSON.stringify(fieldErrors ?? details)).toMatch(/returnOrigins\.1.*returnOrigins\.2/)
    expect((await settings()).version).toBe(version)
  })
})

describe('the terms of one reservation', () => {
  const own = { guestMay: { change: true }, hidePrice: true, tickets: 'party' }

  it('are given at its creation, and shown with the way back', async () => {
    const id = await created({
      ...own,
      returnUrl: 'https://agency.example/thanks?a=1',
      cancelUrl: 'http://localhost:3000/',
    })
    expect(await termsOf(id)).toMatchObject({
      hidePrice: true,
      tickets: 'party',
      guestMay: { change: true },
      returnUrl: 'https://agency.example/thanks?a=1',
      cancelUrl: 'http://localhost:3000/',
    })
  })

  it('are changed by a PATCH, and by null become those of the partner again', async () => {
    const id = await created({})
    const patch = (body: Json) => rest().send('PATCH', `${path}/${id}`, body)
    const { body } = await patch(own)
    expect(body.data.changes.map(({ field }: Json) => field)).toEqual(['guestMay.change', 'hidePrice', 'tickets'])
    expect(await termsOf(id)).toMatchObject(own)
    await patch({ guestMay: null, hidePrice: null, tickets: null })
    const { guestMay, hidePrice, tickets } = await settings()
    expect(await termsOf(id)).toMatchObject({ guestMay, hidePrice, tickets: tickets.toLowerCase() })
  })

  it('take tickets at the confirmation, too', async () => {
    const id = await created({})
    const response = await rest().post(`${path}/${id}/confirm`, { paymentId: id, tickets: 'party' })
    expect(response).toHaveStatus(200)
    expect((await termsOf(id)).tickets).toBe('party')
  })

  it.each(['returnUrl', 'cancelUrl'])('refuse another origin as %s, naming it, alone and in a bulk', async (name) => {
    const body = creation({ [name]: 'https://agency.example.evil.com/' })
    const single = await rest().post(path, body)
    expect([single.status, Object.keys(single.body.errors.fields)]).toEqual([400, [name]])
    const { body: bulk } = await rest().post(`${path}/bulk`, { reservations: [body, creation({})] })
    expect(bulk.data.results.map(({ error }: Json) => error?.code)).toEqual(['ERROR_VALIDACION', undefined])
  })
})
