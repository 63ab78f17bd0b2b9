import { expect, it } from '@jest/globals'
import { describeWithRedis, startRedis } from '../testkit/redis.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { connectRedis, type Redis } from '../../platform/redis/redis.ts'

describeWithRedis('a Redis server that refuses the password', () => {
  it('is down, and the log says why without the password', async () => {
    const server = await startRedis('the-password-of-redis')
    const wrong = 'a-password-of-long-ago'
    let redis: Redis | undefined
    const url = server.url.replace('the-password-of-redis', wrong)
    const line = await new Promise<string>((resolve, reject) => {
      connectRedis(url, 'limits', createLogger('trace', 'test', { write: resolve })).then(
        (one) => (redis = one),
        reject,
      )
    })
    redis?.disconnect()
    await server.stop()
    expect(JSON.parse(line)).toMatchObject({
      msg: 'Redis is unavailable; continuing without it',
      err: { message: expect.stringContaining('WRONGPASS'), command: { args: '[redacted]' } },
    })
    expect(line).not.toContain(wrong)
  })
})
