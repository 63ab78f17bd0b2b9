import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook as Signed } from 'standardwebhooks'
import { createLogger } from '../../../../../platform/process/logger.ts'
import { localNotifications } from '../../../../../platform/redis/notifications.ts'
import { Deliveries, signingSecret } from '../../../../../tests/testkit/deliveries.ts'
import { resealSecrets } from './reseal.ts'
import { newSecret, SecretBox, writtenSecret } from '../secret.ts'
import { replaceSecret } from '../store/registration.ts'
import { startWebhooks } from '../webhooks.ts'

let deliveries: Deliveries
beforeAll(async () => {
  deliveries = await Deliveries.open()
})
beforeEach(() => deliveries.clear())
afterEach(() => deliveries.stop())
afterAll(() => deliveries.close())

describe('secrets sealed with a previous SIGNING_SECRET', () => {
  const next = 'the signing secret that comes after it, long enough'

  it('are sealed again, both of a rotation, so that it can be dropped', async () => {
    const target = await deliveries.receiver()
    const old = new SecretBox(signingSecret)
    const webhook = await deliveries.register(target.url, old)
    const second = newSecret()
    await replaceSecret(deliveries.pool, deliveries.partnerId, webhook.id, old.seal(second, webhook.id), 24)
    await deliveries.register('http://127.0.0.1:9/sealed-already', new SecretBox(next))
    const starting = await startWebhooks({
      databases: deliveries.opened.databases,
      notifications: { live: localNotifications(), sandbox: deliveries.notifications },
      signingSecret: [next, signingSecret],
      retrySeconds: [],
      privateReach: 'loopback',
      clock: deliveries.opened.watch.clock,
      logger: createLogger('silent', 'test'),
    })
    await starting.stop()
    expect(await resealSecrets(deliveries.pool, new SecretBox([next, signingSecret]))).toBe(0)
    deliveries.startWorker({ secrets: new SecretBox(next) })
    await deliveries.record(1)
    const [received] = await target.got(1)
    for (const secret of [webhook.secret, writtenSecret(second)])
      expect(new Signed(secret).verify(received?.text ?? '', received?.headers as Record<string, string>)).toBeTruthy()
  })

  it('that cannot be opened at all are left as they are, and the delivery says so', async () => {
    const target = await deliveries.receiver()
    const { id } = await deliveries.register(target.url, new SecretBox('a signing secret that is lost'))
    expect(await resealSecrets(deliveries.pool, new SecretBox([next, signingSecret]))).toBe(0)
    deliveries.startWorker({ retrySeconds: [] })
    await deliveries.record(1)
    expect((await deliveries.delivery(id, ({ status }) => status === 'dead')).attempts[0]).toMatchObject({
      statusCode: null,
      error: 'the secret cannot be read any more: rotate it',
    })
    expect(target.received).toEqual([])
  })
})
