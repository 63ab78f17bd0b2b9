import { describe, expect, it } from '@jest/globals'
import { createHttpServer } from '../platform/http/server.ts'
import { createLogger } from '../platform/process/logger.ts'
import { refusal, scriptedGateway } from '../tests/testkit/scripted-gateway.ts'
import { cenoteId, live, sandbox, useTestFacade } from '../tests/testkit/facade.ts'
import { createRestFacade } from './server.ts'

const facade = useTestFacade()
const { get } = facade

describe('the envelope', () => {
  it('carries data, pagination, rates and the sandbox mark', async () => {
    const response = await get('/api/partner/cenotes?perPage=1')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      success: true,
      message: 'cenote.listed_successfully',
      data: [
        {
          id: cenoteId,
          pricing: { adult: 350.5 },
          features: { type: 'semi-open' },
          capacity: { current: 7 },
          amenities: [{ cost: 50 }],
        },
      ],
      pagination: { total: 31, perPage: 1, currentPage: 1, lastPage: 31, hasNextPage: true, hasPreviousPage: false },
      currency: { base: 'MXN', rates: { USD: 0.05 } },
      _sandbox: true,
    })
    expect(response.headers['link']).toBe('<https://api.example/api/partner/cenotes?perPage=1&cursor=abc>; rel="next"')
    expect(response.headers['x-ratelimit-limit']).toBe('200')
    expect(response.headers['vary']).toBe('Accept-Language, X-API-Key, Authorization, Origin, Accept-Encoding')
    expect(facade.gateway.requests).toHaveLength(1)
  })

  it('is without the sandbox mark for a live key', async () => {
    expect((await get('/api/partner/cenotes', live)).json()).not.toHaveProperty('_sandbox')
  })

  it('is the same under the path without /api', async () => {
    const [long, short] = [await get('/api/partner/cenotes/x'), await get('/partner/cenotes/x')]
    expect(short.json()).toEqual(long.json())
  })

  it('reads by cursor and returns the next one', async () => {
    const response = await get('/api/partner/cenotes?cursor=xyz')
    expect(response.json().pagination.nextCursor).toBe('abc')
    expect(facade.gateway.requests[0]?.variables).toMatchObject({ after: 'xyz', first: 15 })
    expect(facade.gateway.requests[0]?.variables).not.toHaveProperty('offset')
  })

  it('accepts a valid request id and creates one otherwise', async () => {
    expect((await get('/api/partner/cenotes', { ...sandbox, 'x-request-id': 'abc-1' })).headers['x-request-id']).toBe(
      'abc-1',
    )
    expect((await get('/api/partner/cenotes', { ...sandbox, 'x-request-id': 'a b' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
})

describe('fields and expand', () => {
  it('returns only the selected fields, and id', async () => {
    const [item] = (await get('/api/partner/cenotes?fields=name,location.state')).json().data
    expect(item).toEqual({ id: cenoteId, name: 'Gran Cenote', location: { state: 'Quintana Roo' } })
  })

  it('resolves nothing that the response does not show', async () => {
    await get('/api/partner/cenotes?fields=name')
    expect(facade.gateway.requests[0]?.variables).toMatchObject({
      longDescription: false,
      guidance: false,
      occupancy: false,
      amenities: false,
      reviews: false,
    })
    await get('/api/partner/cenotes')
    expect(facade.gateway.requests[1]?.variables).toMatchObject({
      longDescription: false,
      guidance: true,
      occupancy: true,
      amenities: true,
      amenityDetail: false,
    })
    await get('/api/partner/cenotes/x?expand=nearby,tours')
    expect(facade.gateway.requests[2]?.variables).toMatchObject({
      longDescription: true,
      amenityDetail: true,
      nearby: true,
      tours: true,
      reviews: false,
    })
  })

  it('refuses names that do not exist', async () => {
    const response = await get('/api/partner/cenotes?fields=name,colour&expand=moon')
    expect(response.statusCode).toBe(400)
    expect(response.json().errors.fields).toEqual({ fields: ['unknown: colour'], expand: ['unknown: moon'] })
  })
})

describe('conditional reads', () => {
  it('respond with 304 without a body to a client that has the content', async () => {
    const first = await get('/api/partner/cenotes')
    const tag = String(first.headers['etag'])
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [tag, `"other", ${tag}`, '*', tag.slice(2)]) {
      const again = await get('/api/partner/cenotes', { ...sandbox, 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
      expect(again.headers['vary']).toContain('X-API-Key')
      expect(again.headers).not.toHaveProperty('content-length')
    }
    expect((await get('/api/partner/cenotes', { ...sandbox, 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })

  it('ignore how long a search took', async () => {
    const search = (searchTimeMs: number) => ({ SearchNearbyCenotes: { nearbyCenotes: { results: [], searchTimeMs } } })
    facade.gateway.responses = search(1.25)
    const first = await get('/api/partner/cenotes/search/nearby?latitude=20&longitude=-87')
    facade.gateway.responses = search(7)
    const second = await get('/api/partner/cenotes/search/nearby?latitude=20&longitude=-87')
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(second.json().searchCriteria).toEqual({
      center: { latitude: 20, longitude: -87 },
      radius: 50,
      resultsFound: 0,
      searchTime: 7,
    })
  })
})

describe('the server around it', () => {
  it('leaves its own routes unchanged', async () => {
    const response = await get('/elsewhere')
    expect(response.json()).toEqual({ plain: true })
    expect(response.headers).not.toHaveProperty('etag')
  })

  it('publishes the reference as OpenAPI 3.1', async () => {
    const document = (await get('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/partner/cenotes/{id}',
        '/api/partner/reservations/{id}/cancel',
        '/pricing/calculate-complete',
        '/documents/{token}',
      ]),
    )
    expect(Object.keys(document.paths).some((path) => path.startsWith('/partner'))).toBe(false)
    expect((await get('/docs/api')).statusCode).toBeLessThan(400)
  })

  it('describes them to a client without references to files or other texts', async () => {
    // Addresses of guides are no texts.
    const document = (await get('/openapi.json')).body.replace(/"url":"[^"]*"/g, '')
    expect(document.match(/specification|\bdecisions? \d|\bdocs\/|\w\.ts\b/gi)).toBeNull()
    expect(document).toContain('description')
  })

  it('does not collect its routes: a thread builds the documents', () => {
    expect(facade.app.printPlugins()).not.toContain('swagger')
  })

  it('responds with 503 in the format of the path when the documents cannot be built', async () => {
    const logger = createLogger('silent', 'test')
    const app = createHttpServer(logger, {})
    const pictures = { read: async () => undefined, write: async () => undefined }
    // Fails on the thread.
    const supplier = null as never
    await app.register(
      await createRestFacade({
        gateway: scriptedGateway(),
        publicUrl: 'https://api.example',
        pictures,
        supplier,
        logger,
      }),
    )
    const [rest, octo] = await Promise.all(['/openapi.json', '/octo/v1/openapi.json'].map((path) => app.inject(path)))
    await app.close()
    expect([rest?.statusCode, octo?.statusCode]).toEqual([503, 503])
    expect(rest?.json()).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE', status: 503 } })
    expect(octo?.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE', errorMessage: expect.any(String) })
    expect([rest?.headers['retry-after'], octo?.headers['retry-after']]).toEqual(['5', '5'])
  })

  it('is healthy while the gateway responds, and reports when it does not', async () => {
    facade.gateway.responses['ReadServiceStatus'] = { serviceStatus: { state: 'OPERATIONAL', components: [] } }
    expect((await get('/api/system/health', {})).json()).toMatchObject({ success: true, data: { status: 'healthy' } })
    facade.gateway.responses['ReadServiceStatus'] = { serviceStatus: { state: 'DEGRADED', components: [] } }
    expect((await get('/api/system/health', {})).statusCode).toBe(503)
    facade.gateway.execute = async () => ({ errors: [refusal('SERVICE_UNAVAILABLE')], headers: {} })
    expect((await get('/api/system/health', {})).statusCode).toBe(503)
    expect((await get('/api/system/status', {})).statusCode).toBe(503)
  })
})
