import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { CenotesApiError, verifyWebhook, type Reservation } from '../../clients/typescript/src/index.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { runningTransactionsEnd } from '../testkit/database.ts'
import { cenotesClient, scriptedFetch } from '../testkit/client.ts'
import { keys, nextSaturday, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { oneOfEachType, publishProductEvents } from '../testkit/product-events.ts'
import { reserve, reserveMany } from '../testkit/reserve.ts'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { eventually, quietFor } from '../testkit/eventually.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const cenoteId = demoId('cenote', 'gran-cenote')
const visit = {
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 2, children: 0 },
  guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 984 123 4567' },
}

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

describe('the typed client', () => {
  it('makes, reads and cancels a reservation with the types of the contract', async () => {
    const client = cenotesClient(product.url)
    const created = await client.POST('/api/partner/reservations', { body: visit })
    const id = created.data?.data.id ?? ''
    const read = await client.GET('/api/partner/reservations/{id}', { params: { path: { id } } })
    const reservation: Reservation | undefined = read.data?.data
    expect([reservation?.status, reservation?.visitors.total, reservation?.guest.name]).toEqual([
      'pending',
      2,
      'Ana Núñez',
    ])
    const cancelled = await client.POST('/api/partner/reservations/{id}/cancel', {
      params: { path: { id } },
      body: { reason: 'weather' },
    })
    expect(cancelled.data?.data.status).toBe('cancelled')
  })

  it('sends its key as X-API-Key, or as Bearer on request, and retries both', async () => {
    for (const [keyHeader, name] of [
      [undefined, 'X-API-Key'],
      ['Authorization', 'Authorization'],
    ] as const) {
      const { fetch, requests } = scriptedFetch(new Response('{}', { status: 503, headers: { 'Retry-After': '0' } }))
      const client = cenotesClient(product.url, { fetch, ...(keyHeader ? { keyHeader } : {}) })
      const { data } = await client.POST('/api/partner/reservations', { body: visit })
      expect([data?.data.status, requests.length]).toEqual(['pending', 2])
      const sent = requests.map(({ headers }) => [headers.get(name), headers.get('Idempotency-Key')])
      expect(sent[1]).toEqual(sent[0])
      expect(sent[0]).toEqual([keyHeader ? `Bearer ${keys.demo}` : keys.demo, expect.any(String)])
    }
  })

  it('returns a refusal as an error with its code', async () => {
    const { data, error, response } = await cenotesClient(product.url, { language: 'es' }).GET(
      '/api/partner/reservations/{id}',
      { params: { path: { id: 'nothing' } } },
    )
    expect([data, response.status, response.headers.get('Content-Language')]).toEqual([undefined, 404, 'es'])
    expect(error).toMatchObject({ error: { code: 'RESERVATION_NOT_FOUND' } })
  })
})

describe('a request that fails', () => {
  const limited = (): Response => new Response('{}', { status: 429, headers: { 'Retry-After': '0' } })

  it.each([
    ['the limit is exceeded', limited],
    ['the service is unavailable', () => new Response('{}', { status: 503, headers: { 'Retry-After': '0' } })],
    ['the network fails', () => new TypeError('fetch failed')],
  ])('is retried with the same key when %s, and is executed once', async (_, failure) => {
    const { fetch, requests } = scriptedFetch(failure(), failure())
    const { data } = await cenotesClient(product.url, { fetch }).POST('/api/partner/reservations', { body: visit })
    expect(data?.data.status).toBe('pending')
    const sent = requests.map(({ headers }) => headers.get('Idempotency-Key'))
    expect([sent.length, new Set(sent).size, sent[0]]).toEqual([3, 1, expect.stringMatching(/^[\w-]{36}$/)])
  })

  it('is executed once when its response was lost', async () => {
    let lost = false
    const { data, response } = await cenotesClient(product.url, {
      fetch: async (request) => {
        const response = await fetch(request)
        if (lost) return response
        lost = true
        throw new TypeError('fetch failed')
      },
    }).POST('/api/partner/reservations', { body: visit })
    expect([data?.data.status, response.headers.get('Idempotent-Replayed')]).toEqual(['pending', 'true'])
  })

  it('is not retried without an API key, when it is a POST', async () => {
    const { fetch, requests } = scriptedFetch(limited())
    const keyless = cenotesClient(product.url, { fetch, apiKey: undefined as never })
    const { response } = await keyless.POST('/coupons/check', { body: { code: 'CENOTE10' } })
    expect([response.status, requests.length, requests[0]?.headers.get('Idempotency-Key')]).toEqual([429, 1, null])
  })

  it('is not retried for a refusal, more often than allowed, or after too long a wait', async () => {
    const attempts = async (failure: () => Response | Error, retry = {}): Promise<number> => {
      const { fetch, requests } = scriptedFetch(...Array.from({ length: 9 }, failure))
      await cenotesClient(product.url, { fetch, retry })
        .GET('/api/partner/cenotes')
        .catch(() => undefined)
      return requests.length
    }
    expect(await attempts(() => new Response('{}', { status: 422 }))).toBe(1)
    expect(await attempts(limited, { maxRetries: 2 })).toBe(3)
    expect(await attempts(() => new Response('{}', { status: 429, headers: { 'Retry-After': '3600' } }))).toBe(1)
  })

  it('is not retried once it is aborted', async () => {
    const controller = new AbortController()
    const { fetch, requests } = scriptedFetch(new Response('{}', { status: 503, headers: { 'Retry-After': '30' } }))
    const sent = cenotesClient(product.url, { fetch }).GET('/api/partner/cenotes', { signal: controller.signal })
    const isRejected = expect(sent).rejects.toThrow(/abort/)
    await eventually(() => requests.length, 1)
    // It waits until it may retry.
    await quietFor(20, () => requests.length, 1)
    controller.abort()
    await isRejected
    expect(requests).toHaveLength(1)
  })
})

describe('a list', () => {
  it.each(['/api/partner/cenotes', '/api/partner/reservations', '/events'] as const)(
    'of %s is read whole, each item once',
    async (list) => {
      await reserveMany(product.url, 12)
      await runningTransactionsEnd()
      const client = cenotesClient(product.url)
      const { data } = await client.GET(list, { params: { query: { perPage: 1 } } })
      const ids: string[] = []
      for await (const { id } of client.iterate(list, { params: { query: { perPage: 5 } } })) ids.push(id)
      expect([ids.length, new Set(ids).size]).toEqual([data?.pagination.total, data?.pagination.total])
      expect(ids.length).toBeGreaterThan(11)
    },
  )

  it('throws the error of a refusal', async () => {
    const items = cenotesClient(product.url).iterate('/events', { params: { query: { cursor: 'nonsense' } } })
    const refused = await items.next().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CenotesApiError)
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_CURSOR' })
  })
})

describe('a webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of the tests, 24 b').toString('base64')}`
  const body = '{"type":"webhook.ping","timestamp":"2026-11-22T00:00:00.000Z","data":{"webhookId":"1"}}'
  const headersAt = (
    date: Date,
    signature = new Webhook(secret).sign('msg_1', date, body),
  ): Record<string, string> => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(date.getTime() / 1_000)),
    'webhook-signature': signature,
  })

  it('of the product is verified by the secret that was issued', async () => {
    const target = await new Receiver().start()
    const client = cenotesClient(product.url)
    const { data } = await client.POST('/webhooks', {
      body: { url: `${target.url}/x`, events: ['reservation.created'] },
    })
    await reserve(product.url)
    const [delivery] = await target.got(1)
    await target.stop()
    const verified = verifyWebhook(delivery?.text ?? '', delivery?.headers ?? {}, data?.data.secret ?? '')
    expect(verified).toMatchObject({ type: 'reservation.created', data: { status: 'pending', version: 1 } })
  })

  it('of what is sold has the facts of its type', () => {
    const sent = JSON.stringify({
      type: 'availability.updated',
      timestamp: '2027-01-02T15:04:05.678Z',
      data: { productType: 'cenote', productId: cenoteId, dateFrom: '2027-01-09', dateTo: '2027-01-11' },
    })
    const now = new Date()
    const delivery = verifyWebhook(sent, headersAt(now, new Webhook(secret).sign('msg_1', now, sent)), secret)
    // Each type has its own members, which the compiler knows.
    const facts =
      delivery.type === 'availability.updated'
        ? delivery.data.dateTo
        : delivery.type === 'product.updated'
          ? delivery.data.changed.join()
          : delivery.type === 'reservation.created' && delivery.data.bookingReference
    expect(facts).toBe('2027-01-11')
  })

  it('is accepted with one valid signature among several, and headers of any kind', () => {
    const headers = headersAt(new Date())
    const several = { ...headers, 'webhook-signature': `v1,bm9uc2Vuc2U= ${headers['webhook-signature']}` }
    expect(verifyWebhook(body, several, secret)).toMatchObject({ type: 'webhook.ping' })
    expect(verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret)).toMatchObject({
      type: 'webhook.ping',
    })
    const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    expect(verifyWebhook(body, upperCase, secret)).toMatchObject({ type: 'webhook.ping' })
  })

  it.each([
    ['another body', () => verifyWebhook(body.replace('"1"', '"2"'), headersAt(new Date()), secret)],
    [
      'another secret',
      () => verifyWebhook(body, headersAt(new Date()), `whsec_${Buffer.from('another').toString('base64')}`),
    ],
    ['no signature', () => verifyWebhook(body, {}, secret)],
    [
      'a signature of another id',
      () => verifyWebhook(body, { ...headersAt(new Date()), 'webhook-id': 'msg_2' }, secret),
    ],
    ['an old timestamp', () => verifyWebhook(body, headersAt(new Date(Date.now() - 6 * 60_000)), secret)],
    ['a timestamp in the future', () => verifyWebhook(body, headersAt(new Date(Date.now() + 6 * 60_000)), secret)],
  ])('is refused with %s', (_, verify) => {
    expect(verify).toThrow()
  })
})

describe('a subscription', () => {
  it('continues after the last event when its connection is lost, without a gap or a repeat', async () => {
    const port = Number(new URL(product.url).port)
    const proxy = await TcpProxy.before(port)
    const client = cenotesClient(proxy.address(product.url))
    await runningTransactionsEnd()
    const { data } = await client.GET('/events', { params: { query: { after: 'now' } } })
    const after = data?.pagination.nextCursor ?? ''
    const made: string[] = []
    const seen: string[] = []
    made.push((await reserve(product.url)).id as string)
    for await (const { reservation, type } of client.reservationEvents<{
      reservationId: string
      cenote: { name: string }
    }>({
      after,
      filter: { types: ['RESERVATION_CREATED'] },
      fields: 'reservationId cenote { name }',
    })) {
      expect([type, reservation.cenote.name.length > 0]).toEqual(['RESERVATION_CREATED', true])
      seen.push(reservation.reservationId)
      if (seen.length === 4) break
      proxy.shut()
      proxy.leadTo(port)
      made.push((await reserve(product.url)).id as string)
    }
    await client.close()
    await proxy.close()
    expect(seen).toEqual(made)
  })

  it('continues over another connection when the server falls silent, or does not accept it', async () => {
    const { port } = new URL(product.url)
    const silenced: (() => void)[] = []
    const accepted: Socket[] = []
    const server = createServer((near) => {
      accepted.push(near.on('error', () => undefined))
      // The first one never gets a response, the others until they are silenced.
      if (accepted.length === 1) return
      const far = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      near.pipe(far).pipe(near)
      near.once('close', () => far.destroy())
      silenced.push(() => far.unpipe(near).pause())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await runningTransactionsEnd()
    const { data } = await cenotesClient(product.url).GET('/events', { params: { query: { after: 'now' } } })
    const client = cenotesClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      silenceMilliseconds: 2_000,
    })
    const made = [(await reserve(product.url)).id as string]
    const seen: string[] = []
    for await (const { reservation } of client.reservationEvents<{ reservationId: string }>({
      after: data?.pagination.nextCursor ?? '',
      fields: 'reservationId',
    })) {
      seen.push(reservation.reservationId)
      if (seen.length === 2) break
      for (const silence of silenced) silence()
      made.push((await reserve(product.url)).id as string)
    }
    expect(accepted.length).toBeGreaterThanOrEqual(3)
    await client.close()
    for (const near of accepted) near.destroy()
    server.close()
    await once(server, 'close')
    expect(seen).toEqual(made)
  })

  it('delivers changes of what is sold, each with the facts of its type', async () => {
    const client = cenotesClient(product.url)
    await runningTransactionsEnd()
    const { data } = await client.GET('/events', { params: { query: { after: 'now' } } })
    const sold = demoId('cenote', 'dos-ojos')
    await publishProductEvents(product, oneOfEachType(sold))
    const seen: unknown[] = []
    for await (const event of client.catalogEvents<{ name: string }>({
      after: data?.pagination.nextCursor ?? '',
      filter: { productIds: [sold] },
      fields: 'name',
    })) {
      if (event.type === 'AVAILABILITY_UPDATED') seen.push([event.dateFrom, event.dateTo, event.product?.name])
      else if (event.type === 'PRICING_UPDATED') seen.push([event.productType, event.productId, event.product])
      else seen.push([event.type, event.changed.join()])
      if (event.type === 'PRODUCT_DEACTIVATED') break
    }
    await client.close()
    expect(seen).toEqual([
      ['PRODUCT_CREATED', ''],
      ['PRODUCT_UPDATED', 'name,schedule'],
      ['2027-01-09', '2027-01-11', expect.stringContaining('Dos Ojos')],
      [null, null, null],
      ['PRODUCT_DEACTIVATED', 'isActive'],
    ])
    const ranges: string[][] = []
    const query = { types: ['availability.*' as const], productId: sold, cursor: data?.pagination.nextCursor ?? '' }
    for await (const event of client.iterate('/events', { params: { query } }))
      if (event.type === 'availability.updated') ranges.push([event.dateFrom, event.dateTo])
    expect(ranges).toEqual([['2027-01-09', '2027-01-11']])
  })

  it('ends with the refusal, and when the caller stops it', async () => {
    const unknown = cenotesClient(product.url, { apiKey: keys.revoked })
    await expect(unknown.reservationEvents().next()).rejects.toThrow('4401')
    const client = cenotesClient(product.url)
    await expect(client.reservationEvents({ fields: 'nothing' }).next()).rejects.toThrow('nothing')
    const spanish = cenotesClient(product.url, { language: 'es' })
    await expect(spanish.reservationEvents({ after: 'x' }).next()).rejects.toThrow('El cursor')
    await spanish.close()
    const controller = new AbortController()
    const next = client.reservationEvents({ signal: controller.signal }).next()
    controller.abort()
    expect((await next).done).toBe(true)
    await Promise.all([client.close(), unknown.close()])
  })
})

describe('the package', () => {
  it('has the types of the OpenAPI document as it is', async () => {
    const file = path.join(root, 'clients/typescript/src/openapi.ts')
    const before = await readFile(file, 'utf8')
    // When this fails: npm run client:types
    await run(process.execPath, ['scripts/client-types.mjs', '--check'], { cwd: root })
    expect(await readFile(file, 'utf8')).toBe(before)
  })

  it('is served with its code and types where the documentation says, and works where it is installed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-client-'))
    try {
      const page = await (await fetch(`${product.url}/docs/typed-client`)).text()
      const [address = ''] = /http[^\s<]+\.tgz/.exec(page.replaceAll(/<[^>]+>/g, '')) ?? []
      expect(address).toContain(`${product.url}/docs/client/`)
      await writeFile(path.join(folder, 'client.tgz'), Buffer.from(await (await fetch(address)).arrayBuffer()))
      await run('tar', ['-xzf', 'client.tgz'], { cwd: folder })
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
      const installed = path.join(folder, 'app/node_modules/@cenotes/client')
      await cp(path.join(folder, 'package'), installed, { recursive: true })
      const app = { cwd: path.join(folder, 'app'), env: { ...process.env, CENOTES_API_KEY: keys.demo } }
      const script = `import { createCenotesClient } from '@cenotes/client'
        const client = createCenotesClient({ baseUrl: ${JSON.stringify(product.url)} })
        const { data } = await client.GET('/booking/tours/{id}', { params: { path: { id: '${demoId('tour', 'dos-ojos-diving')}' } } })
        console.log(data.data.slug)`
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], app)
      expect(stdout.trim()).toBe('dos-ojos-diving')
      const types = await readFile(path.join(installed, 'dist/index.d.ts'), 'utf8')
      expect(types).toContain('createCenotesClient')
      await readFile(path.join(installed, 'dist/openapi.d.ts'), 'utf8')

      const readme = await readFile(path.join(installed, 'README.md'), 'utf8')
      const [, program = ''] = /^```ts\n([^]*?)^```/m.exec(readme) ?? []
      await writeFile(path.join(app.cwd, 'reserve.mts'), program.replaceAll('https://api.example.com', product.url))
      expect(readme).toContain('`npx tsx reserve.mts`')
      expect((await run(path.join(root, 'node_modules/.bin/tsx'), ['reserve.mts'], app)).stdout).toMatch(
        /^CEN-\w{6} [\d.]+\n$/,
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
