import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../../../platform/process/logger.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { Receiver } from '../../../../tests/testkit/receiver.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases } from '../../database.ts'
import { receiverRules } from './address.ts'
import { attempt } from './deliver/attempt.ts'
import { Connections } from './deliver/connections.ts'
import type { DueDelivery } from './due-delivery.ts'
import { headerErrors, openHeaders, sealHeaders, type WebhookHeader } from './headers.ts'
import { resealSecrets } from './register/reseal.ts'
import { newSecret, SecretBox } from './secret.ts'
import { changeWebhook, deleteWebhook, findWebhook, insertWebhook, listSecrets } from './store/registration.ts'
import { pingType } from './webhook.ts'

const signingSecret = 'the signing secret of these tests, long enough'
const box = new SecretBox(signingSecret)
const webhookId = randomUUID()
const headers: WebhookHeader[] = [
  { name: 'Authorization', value: 'Bearer s3cret' },
  { name: 'X-Channel', value: 'cenotes' },
]

describe('headers of deliveries', () => {
  it('are taken as they are where they may be sent', () => {
    const unusual = { name: "!#$%&'*+-.^_`|~9z", value: 'con "ñ", \t and all' }
    expect(headerErrors([...headers, unusual, { name: 'X-Empty', value: '' }])).toEqual({})
  })

  it.each([
    ['', 'NOT_A_HEADER_NAME'],
    ['X Token', 'NOT_A_HEADER_NAME'],
    ['X-Token:', 'NOT_A_HEADER_NAME'],
    ['x'.repeat(101), 'NOT_A_HEADER_NAME'],
    ['HOST', 'RESERVED_HEADER'],
    ['Content-Type', 'RESERVED_HEADER'],
    ['Webhook-Signature', 'RESERVED_HEADER'],
    ['Transfer-Encoding', 'RESERVED_HEADER'],
    ['User-Agent', 'RESERVED_HEADER'],
    ['Traceparent', 'RESERVED_HEADER'],
    ['Proxy-Authorization', 'RESERVED_HEADER'],
    ['x-channel', 'NAMED_TWICE'],
  ])('are refused with the name %j', (name, code) => {
    expect(headerErrors([...headers, { name, value: 'a' }])).toEqual({
      'headers.2.name': [expect.objectContaining({ code })],
    })
  })

  it('are refused with values that would add a header, or are too long', () => {
    const value = 'a\r\nwebhook-id: 1'
    expect(headerErrors([{ name: 'A', value }])).toEqual({ 'headers.0.value': [{ code: 'NOT_A_HEADER_VALUE' }] })
    expect(headerErrors([{ name: 'A', value: 'a'.repeat(2_000) }])).toEqual({})
    expect(headerErrors([{ name: 'A', value: 'a'.repeat(2_001) }])).toEqual({
      'headers.0.value': [{ code: 'TOO_LONG', max: 2_000 }],
    })
  })

  it('have at most 8,000 characters together', () => {
    const long = (count: number) => ['A', 'B', 'C', 'D'].map((name) => ({ name, value: 'x'.repeat(count) }))
    expect(headerErrors(long(1_999))).toEqual({})
    expect(headerErrors(long(2_000))).toEqual({ headers: [{ code: 'TOO_LONG', max: 8_000 }] })
  })

  it('are at most 20', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `X-${index}`, value: '' }))
    expect(headerErrors(many(20))).toEqual({})
    expect(headerErrors(many(21))).toEqual({ headers: [{ code: 'TOO_MANY_ITEMS', max: 20 }] })
  })

  it('are stored encrypted, and open for their webhook and in their place only', () => {
    const sealed = sealHeaders(headers, webhookId, box)
    expect(sealed?.includes('s3cret')).toBe(false)
    expect(openHeaders(sealed, webhookId, box)).toEqual(headers)
    expect(openHeaders(sealed, randomUUID(), box)).toBeNull()
    expect(sealed && box.open(sealed, webhookId)).toBeNull()
    expect(openHeaders(sealHeaders([], webhookId, box), webhookId, box)).toEqual([])
  })
})

describe('an attempt', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await new Receiver().start()
  })
  afterEach(() => receiver.stop())

  const attemptWith = (sealedHeaders: Buffer | null) => {
    const rules = receiverRules('sandbox', 'loopback')
    const due: DueDelivery = {
      ...{ id: randomUUID(), webhookId, partnerId: randomUUID(), url: receiver.url, isActive: true, onDemand: true },
      ...{ format: 'octo', type: pingType, createdAt: new Date(), event: null, replayId: null, dueSince: '' },
      ...{
        secrets: [box.seal(newSecret(), webhookId)],
        sealedHeaders,
        attempts: [],
        attemptCount: 0,
        failures: 0,
      },
    }
    return attempt(due, {
      ...{ environment: 'sandbox', rules, secrets: box, timeoutMilliseconds: 5_000 },
      clock: { now: () => new Date() },
      signal: new AbortController().signal,
      connections: new Connections(rules),
      logger: createLogger('silent', 'test'),
    })
  }

  it('carries the headers beside those of the delivery', async () => {
    expect(await attemptWith(sealHeaders(headers, webhookId, box))).toMatchObject({ statusCode: 200, error: null })
    expect(receiver.received[0]?.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      'x-channel': 'cenotes',
      'content-type': 'application/json',
      'webhook-id': expect.any(String),
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
    expect(receiver.received[0]?.body).toEqual({ notificationType: 'PING', data: { webhookId } })
  })

  it('is not made without headers that cannot be read any more', async () => {
    const lost = sealHeaders(headers, webhookId, new SecretBox('a signing secret that is lost'))
    expect(await attemptWith(lost)).toMatchObject({
      statusCode: null,
      error: expect.stringMatching('^the headers cannot be read any more: set them again'),
    })
    expect(receiver.received).toEqual([])
  })
})

describe('stored headers', () => {
  const partnerId = randomUUID()
  let opened: Awaited<ReturnType<typeof openDatabases>>
  beforeAll(async () => {
    opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  })
  afterAll(() => opened.close())

  it('are sealed again with a new SIGNING_SECRET, and changed or removed alone', async () => {
    const { pool } = opened.databases.sandbox
    const webhook = {
      ...{
        id: webhookId,
        partnerId,
        url: 'http://127.0.0.1:9/',
        events: ['*'],
        description: 'The same',
        format: 'octo' as const,
        at: new Date(),
      },
      ...{
        secret: box.seal(newSecret(), webhookId),
        sealedHeaders: sealHeaders(headers, webhookId, box),
      },
    }
    await insertWebhook(pool, webhook, 1)
    const next = 'the signing secret that comes next'
    expect(await resealSecrets(pool, new SecretBox([next, signingSecret]))).toBe(1)
    expect(await resealSecrets(pool, new SecretBox([next, signingSecret]))).toBe(0)
    const stored = async () => (await findWebhook(pool, partnerId, webhookId))?.sealedHeaders ?? null
    expect(openHeaders(await stored(), webhookId, new SecretBox(next))).toEqual(headers)
    const change = (sealedHeaders: Buffer | null | undefined) =>
      changeWebhook(pool, partnerId, webhookId, () => ({ sealedHeaders }), new Date())
    await change(undefined)
    expect(await stored()).not.toBeNull()
    expect(await change(null)).toMatchObject({ sealedHeaders: null, description: 'The same' })
    // Its secret was sealed again as well, and cannot be opened as another webhook's.
    const [{ secret } = { secret: Buffer.of() }] = await listSecrets(pool, 0, 1)
    expect(new SecretBox(next).open(secret, webhookId)).not.toBeNull()
    expect(new SecretBox(next).open(secret, randomUUID())).toBeNull()
  })

  it('are gone as soon as their webhook is', async () => {
    const { pool } = opened.databases.sandbox
    const id = randomUUID()
    const webhook = { id, partnerId, url: 'http://127.0.0.1:9/', events: ['*'], description: null }
    const sealed = { secret: box.seal(newSecret(), id), sealedHeaders: sealHeaders(headers, id, box) }
    await insertWebhook(pool, { ...webhook, ...sealed, at: new Date() }, 2)
    expect(await deleteWebhook(pool, partnerId, id)).toBe(true)
    const { rows } = await pool.query('SELECT headers FROM webhook WHERE id = $1', [id])
    expect(rows).toEqual([{ headers: null }])
  })
})
