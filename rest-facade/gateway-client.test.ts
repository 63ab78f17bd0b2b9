import { expect, it } from '@jest/globals'
import { ForwardedCallerSigner } from '../platform/trust/forwarded-caller.ts'
import { freePort } from '../platform/process/free-port.ts'
import { httpGatewayClient } from './gateway-client.ts'

it('an unreachable gateway is SERVICE_UNAVAILABLE in the requested language, without rate limit headers', async () => {
  const client = httpGatewayClient(`http://127.0.0.1:${await freePort()}`, new ForwardedCallerSigner('x'.repeat(32)))
  const { errors, headers } = await client.execute({
    query: '{ __typename }',
    operationName: '',
    variables: {},
    headers: { requestId: 'test', clientAddress: '1.2.3.4', alreadyCounted: false, acceptLanguage: 'es' },
  })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
  expect(errors?.[0]?.message).toMatch(/servicio/i)
  expect(headers).toEqual({
    'x-ratelimit-limit': '2147483647',
    'x-ratelimit-remaining': '2147483647',
    'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    'x-ratelimit-window': '3600',
  })
})
