import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../../platform/process/free-port.ts'
import { ended, spawnProcess, startProcess, type RunningProcess } from '../testkit/process.ts'
import { keys, startTestProduct, type TestProduct } from '../testkit/product.ts'

const token = 'a-token-of-the-metrics'
const get = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(url, { method, headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('/metrics with a token', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ METRICS_TOKEN: token })
  })
  afterAll(() => product.close())

  it('is read with that token, and with nothing else', async () => {
    const url = `${product.url}/metrics`
    const read = await get(url, { authorization: `Bearer ${token}` })
    expect([read.status, read.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    expect(read.text).toContain('process_cpu_seconds_total')
    const others: Record<string, string>[] = [
      {},
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer ${token.slice(0, -1)}` },
      { authorization: `Bearer ${keys.demo}` },
      { 'x-api-key': keys.demo },
      { 'x-api-key': token },
    ]
    for (const headers of others) {
      const refused = await get(url, headers)
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"'])
      expect(refused.text).not.toContain('process_cpu')
    }
    // A caller's key beside it is not looked at.
    expect((await get(url, { authorization: `Bearer ${token}`, 'x-api-key': 'wrong' })).status).toBe(200)
  })

  it('is the only thing that the token opens', async () => {
    for (const path of ['/api/partner/reservations', '/api/auth/verify'])
      expect((await get(product.url + path, { authorization: `Bearer ${token}`, 'x-api-key': token })).status).toBe(401)
  })
})

describe('/metrics without a token', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({
      NODE_ENV: 'production',
      SIGNING_SECRET: 'a secret of the test, long enough for it',
      DEMO_DATA: 'false',
      METRICS_MAX_AGE_MS: '60000',
    })
  })
  afterAll(() => product.close())

  it('is read in production by the machine itself, and by no one through a proxy', async () => {
    const url = `${product.url}/metrics`
    expect((await get(url)).text).toContain('process_cpu_seconds_total')
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'X-Real-IP', 'Via']) {
      const { status, text } = await get(url, { [name]: '127.0.0.1' })
      expect([name, status, text.includes('process_cpu')]).toEqual([name, 404, false])
    }
  })

  it('is one text for METRICS_MAX_AGE_MS', async () => {
    const url = `${product.url}/metrics`
    expect((await get(url)).text).toBe((await get(url)).text)
  })
})

describe('/metrics at an address of its own', () => {
  let port: number
  let facade: RunningProcess
  const settings = { PORT: '0', SIGNING_SECRET: 'a secret of the test, long enough for it' }
  beforeAll(async () => {
    port = await freePort()
    facade = await startProcess('rest-facade/main.js', {
      ...settings,
      METRICS_PORT: String(port),
      METRICS_TOKEN: token,
    })
  })
  afterAll(() => facade.stop())
  const own = (path: string): string => `http://127.0.0.1:${port}${path}`
  const authorization = `Bearer ${token}`

  it('is not at the address of the process', async () => {
    // Whether it is 404 the facade would have to ask the gateway, which is not there.
    expect((await get(`${facade.url()}/metrics`, { authorization })).status).toBe(503)
    expect((await get(`${facade.url()}/healthz`)).status).toBe(200)
    const read = await get(own('/metrics'), { authorization })
    expect([read.status, read.text]).toEqual([200, expect.stringContaining('http_request_duration_seconds_count')])
  })

  it('is all that is there, and needs the token too', async () => {
    for (const path of ['/', '/healthz', '/api/partner/cenotes', '/metrics/x'])
      expect((await get(own(path), { authorization })).status).toBe(404)
    expect((await get(own('/metrics'))).status).toBe(401)
    expect((await get(own('/metrics'), { authorization }, 'POST')).status).toBe(405)
  })

  it('is reported when it is in use, by the name of its setting', async () => {
    const second = spawnProcess('rest-facade/main.js', { ...settings, METRICS_PORT: String(port) })
    expect(await ended(second.child)).toBe(1)
    expect(second.output()).toBe(
      `METRICS_PORT ${port} is in use on 127.0.0.1: stop the process that listens there, or set another METRICS_PORT\n`,
    )
    const short = spawnProcess('rest-facade/main.js', { ...settings, METRICS_TOKEN: 'short' })
    expect(await ended(short.child)).toBe(1)
    expect(short.output()).toContain('METRICS_TOKEN must be 16 to 200 letters')
  })
})
