import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { en as consoleTexts } from '../../console/browser/text/en.ts'
import { sql } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator } from '../testkit/operator.ts'
import { startTestProduct, partner, type Json, type TestProduct } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import { reserve } from '../testkit/reserve.ts'

let product: TestProduct
let receiver: Receiver
beforeAll(async () => {
  product = await startTestProduct({ WEBHOOK_RETRY_SCHEDULE: '600' })
  receiver = await new Receiver().start()
})
afterAll(async () => {
  await product.close()
  await receiver.stop()
})

const read = async (): Promise<Json> =>
  (
    await operator(product.url).ask(`{ backgroundWork {
      queues { name due scheduled retrying oldestSeconds }
      bookingJobs { ...job } catalogJobs { ...job } pricingJobs { ...job } gatewayJobs { ...job } } }
      fragment job on BackgroundJob { name everySeconds lastRunAt lastDurationMs lastFailedAt lastError failures }`)
  ).backgroundWork
const queue = async (name: string): Promise<Json> => (await read()).queues.find((one: Json) => one.name === name)
const job = async (name: string, service = 'booking'): Promise<Json> =>
  (await read())[`${service}Jobs`].find((one: Json) => one.name === name)

describe('the background work', () => {
  it('shows a delivery that waits for its retry, and a hold that waits for its end', async () => {
    receiver.behaviour = () => 500
    await partner(product.url).post('/webhooks', {
      url: receiver.url,
      events: ['reservation.created'],
    })
    await reserve(product.url)
    await receiver.got(1)
    await eventually(async () => await queue('WEBHOOK_DELIVERIES'), {
      name: 'WEBHOOK_DELIVERIES',
      due: 0,
      scheduled: 1,
      retrying: 1,
      oldestSeconds: 0,
    })
    expect(await queue('HOLDS')).toMatchObject({ due: 0, scheduled: 1 })
    expect(await queue('EVENTS')).toMatchObject({ due: 0, oldestSeconds: 0 })
  })

  it('shows when each job ran, and why one failed until it succeeds', async () => {
    await eventually(async () => (await job('ending holds')).lastRunAt !== null, true)
    expect(await job('ending holds')).toMatchObject({ everySeconds: 1, failures: 0, lastError: null })
    const booking = product.database('booking')
    await sql(booking, 'ALTER TABLE sandbox.coupon_claim RENAME TO coupon_claim_away')
    await eventually(async () => (await job('returning coupon uses')).failures > 0, true)
    expect(await job('returning coupon uses')).toMatchObject({ lastError: expect.stringContaining('coupon_claim') })
    await sql(booking, 'ALTER TABLE sandbox.coupon_claim_away RENAME TO coupon_claim')
    await eventually(async () => (await job('returning coupon uses')).failures, 0)
    expect((await job('returning coupon uses')).lastFailedAt).toEqual(expect.any(String))
  })
  it('includes the jobs of the other services', async () => {
    await eventually(async () => (await job('writing the request log', 'gateway')).lastRunAt !== null, true)
    const { bookingJobs, catalogJobs, pricingJobs, gatewayJobs } = await read()
    const names = (jobs: Json[]) => jobs.map(({ name }) => name)
    expect(names(gatewayJobs)).toEqual([
      'recording uses of keys',
      'removing old idempotent responses',
      'writing the request log',
      'removing old requests',
    ])
    for (const jobs of [bookingJobs, catalogJobs, pricingJobs])
      expect(names(jobs)).toContain('removing old fact changes')
    expect(names(bookingJobs)).toContain('publishing changes')
    const shown = [bookingJobs, catalogJobs, pricingJobs, gatewayJobs].flatMap(names).map((name) => `job.${name}`)
    expect(Object.keys(consoleTexts)).toEqual(expect.arrayContaining(shown))
  })

  it('shows why a job of the gateway failed', async () => {
    const access = product.database('access')
    await sql(access, 'ALTER TABLE sandbox.request_log RENAME TO request_log_away')
    await eventually(async () => (await job('writing the request log', 'gateway')).failures > 0, true)
    expect(await job('writing the request log', 'gateway')).toMatchObject({
      lastError: expect.stringContaining('request_log'),
    })
    await sql(access, 'ALTER TABLE sandbox.request_log_away RENAME TO request_log')
    await eventually(async () => (await job('writing the request log', 'gateway')).failures, 0)
  })
})
