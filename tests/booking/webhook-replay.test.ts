import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook as Signed } from 'standardwebhooks'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { times } from '../testkit/long-form.ts'
import { publishProductEvents, type WrittenProductEvent } from '../testkit/product-events.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { deleteWebhooks, eventsQueued } from '../testkit/stored-webhooks.ts'

let product: SharedProduct
let receiver: Receiver
let apiKey: string
let caller: ReturnType<typeof partner>
/** When the test began: replays from then on have no events of other tests. */
let begin = new Date()

beforeAll(async () => {
  product = await productToChange()
})
beforeEach(async () => {
  begin = new Date()
  receiver = await new Receiver().start()
  const owner = { id: randomUUID(), name: 'Replay Travel' }
  apiKey = (await issueTestKey(product, { partner: owner })).apiKey
  caller = partner(product.url, apiKey)
})
afterEach(async () => {
  await deleteWebhooks(product.database('booking'))
  await receiver.stop()
})

const fields = 'id status total done failed createdAt'

async function register(types: string[]): Promise<Json> {
  const { body } = await caller.graphql(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } secret } }',
    { input: { url: receiver.url, types } },
  )
  const { webhook, secret } = body.data.createWebhook
  return { id: webhook.id, secret }
}
const change = (id: string, changes: object): Promise<Json> =>
  caller.graphql('mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id } }', {
    input: { id, ...changes },
  })
const replay = async (id: string, from: object): Promise<Json> =>
  (
    await caller.graphql(`mutation ($input: ReplayWebhookInput!) { replayWebhook(input: $input) { ${fields} } }`, {
      input: { id, ...from },
    })
  ).body
const begun = async (id: string, from: object): Promise<Json> => (await replay(id, from)).data.replayWebhook
const progress = async (webhookId: string, id: string): Promise<Json> =>
  (
    await caller.graphql(
      `query ($webhookId: ID!, $id: ID!) { webhookReplay(webhookId: $webhookId, id: $id) { ${fields} } }`,
      { webhookId, id },
    )
  ).body
const done = (webhookId: string, id: string): Promise<Json> =>
  eventually(
    async () => (await progress(webhookId, id)).data.webhookReplay,
    ({ status }: Json) => status === 'DONE',
  )

/** Publishes an event of products; returns its id. */
const publish = async (type: WrittenProductEvent['type']): Promise<string> =>
  (await publishProductEvents(product, [{ type }]))[0] as string
const passed = (): Promise<unknown> => eventsQueued(product.database('booking'))

/** Ids of the events in the order in which they arrived. */
const arrived = (): unknown[] => receiver.received.map(({ headers }) => headers['webhook-id'])
const since = (): string => begin.toISOString()

describe('a replay of a webhook', () => {
  it('delivers what it has delivered again, with the same ids and bodies, signed again', async () => {
    const { id, secret } = await register(['reservation.*', 'product.*'])
    // One after the other: those of different subjects may arrive in another order than a replay sends them.
    await reserve(product.url, { apiKey })
    await receiver.got(1)
    await publish('product.updated')
    await receiver.got(2)
    await reserve(product.url, { apiKey })
    const first = [...(await receiver.got(3))]
    const replayed = await begun(id, { since: since() })
    expect(replayed).toMatchObject({ status: 'RUNNING', total: 3, done: 0, failed: 0 })
    await receiver.got(6)
    const again = receiver.received.slice(3)
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    expect(again.map(({ headers }) => headers['webhook-id'])).toEqual(first.map(({ headers }) => headers['webhook-id']))
    for (const { text, headers } of again)
      expect(new Signed(secret).verify(text, headers as Record<string, string>)).toBeTruthy()
    expect(await done(id, replayed.id)).toEqual({ ...replayed, status: 'DONE', done: 3 })
  })

  it('begins after a cursor, and ends where the log ended', async () => {
    await reserve(product.url, { apiKey })
    const after = await logEnd(product.url, apiKey)
    await reserve(product.url, { apiKey })
    await reserve(product.url, { apiKey })
    await passed()
    const { id } = await register(['reservation.created'])
    const { id: replayId } = await begun(id, { after })
    expect(await done(id, replayId)).toMatchObject({ total: 2, done: 2 })
    expect(receiver.received).toHaveLength(2)
    expect(await begun(id, { after: await logEnd(product.url, apiKey) })).toMatchObject({ status: 'DONE', total: 0 })
  })

  it('goes to a webhook that is off, with its types as they are now', async () => {
    const { id } = await register(['reservation.created'])
    const other = await publish('product.deactivated')
    await reserve(product.url, { apiKey })
    await receiver.got(1)
    await change(id, { types: ['product.deactivated'], isActive: false })
    const { id: replayId, total } = await begun(id, { since: since() })
    expect(total).toBe(1)
    expect(await done(id, replayId)).toMatchObject({ done: 1 })
    expect(arrived().slice(1)).toEqual([other])
  })

  it('counts what fails for the last time', async () => {
    await reserve(product.url, { apiKey })
    await passed()
    const { id } = await register(['reservation.created'])
    receiver.behaviour = () => 500
    const { id: replayId } = await begun(id, { since: since() })
    expect(await done(id, replayId)).toMatchObject({ total: 1, done: 0, failed: 1 })
    expect(receiver.received).toHaveLength(3)
  })

  it('is the only one of its webhook until it is done', async () => {
    await reserve(product.url, { apiKey })
    await passed()
    const { id } = await register(['reservation.created'])
    let respond = (): void => undefined
    receiver.behaviour = (_received, response) => {
      respond = () => response.writeHead(200).end()
    }
    const running = await begun(id, { since: since() })
    await receiver.got(1)
    const [error] = (await replay(id, { since: since() })).errors
    expect(error.extensions).toMatchObject({
      code: 'REPLAY_IN_PROGRESS',
      status: 409,
      details: { replayId: running.id },
    })
    receiver.behaviour = () => 200
    respond()
    await done(id, running.id)
    await done(id, (await begun(id, { since: since() })).id)
  })

  it('of many events is in their order, each once, through several batches', async () => {
    const { id } = await register(['availability.*'])
    await change(id, { isActive: false })
    const event: WrittenProductEvent = {
      type: 'availability.updated',
      productType: 'cenote',
      productId: randomUUID(),
      dateFrom: '2030-01-05',
      dateTo: '2030-01-05',
    }
    // A batch has 500.
    const count = times(510, 1_200)
    const ids = await publishProductEvents(product, Array<WrittenProductEvent>(count).fill(event))
    const { id: replayId } = await begun(id, { since: since() })
    await done(id, replayId)
    expect(arrived().filter((one) => ids.includes(one as string))).toEqual(ids)
  })

  it.each([
    ['neither a cursor nor an instant', {}, { after: ['is required without since'] }],
    ['both', { after: 'c', since: since() }, { since: ['cannot be combined with after'] }],
    ['the future', { since: new Date(Date.now() + 3_600_000).toISOString() }, { since: ['must not be in the future'] }],
    [
      'more than 30 days ago',
      { since: new Date(Date.now() - 31 * 86_400_000).toISOString() },
      { since: ['must be at most 30 days ago'] },
    ],
  ])('is refused for %s, which the error names', async (_what, from, expected) => {
    const { id } = await register(['reservation.created'])
    const [error] = (await replay(id, from)).errors
    expect(error.extensions).toMatchObject({ code: 'ERROR_VALIDACION', status: 400, details: { fields: expected } })
  })

  it('takes a cursor of an event of the partner only', async () => {
    const { id } = await register(['reservation.created'])
    const foreign = await logEnd(product.url)
    for (const after of ['now', 'nothing', foreign])
      expect((await replay(id, { after })).errors[0].extensions.code).toBe('INVALID_CURSOR')
  })

  it('is found with its webhook alone', async () => {
    const { id } = await register(['reservation.created'])
    const { id: replayId } = await begun(id, { since: since() })
    expect((await progress(id, replayId)).data.webhookReplay.id).toBe(replayId)
    for (const [webhookId, one] of [
      [randomUUID(), replayId],
      [id, randomUUID()],
      [id, 'nothing'],
    ] as const)
      expect((await progress(webhookId, one)).errors[0].extensions.code).toBe('WEBHOOK_NOT_FOUND')
    expect((await replay(randomUUID(), { since: since() })).errors[0].extensions.code).toBe('WEBHOOK_NOT_FOUND')
  })
})
