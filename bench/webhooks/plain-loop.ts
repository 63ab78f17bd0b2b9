// The peer of the delivery of webhooks: a loop that signs one body and sends it to every receiver, without a database.
import { createHmac, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Pool } from 'undici'

/** The requests to send, read as JSON from standard input. */
export interface PlainLoop {
  readonly urls: readonly string[]
  readonly body: string
  /** Requests under way at once to each receiver. */
  readonly inFlight: number
  readonly seconds: number
}

const plan = JSON.parse(await text(process.stdin)) as PlainLoop
const secret = Buffer.alloc(32, 7)
const end = performance.now() + plan.seconds * 1_000
let sent = 0

async function loop(pool: Pool, path: string): Promise<void> {
  while (performance.now() < end) {
    const id = randomUUID()
    const timestamp = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${plan.body}`).digest('base64')
    const { statusCode, body } = await pool.request({
      path,
      method: 'POST',
      body: plan.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'cenotes-webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`a receiver returned ${statusCode}`)
    sent += 1
  }
}

const started = performance.now()
await Promise.all(
  plan.urls.map(async (url) => {
    const { origin, pathname } = new URL(url)
    const pool = new Pool(origin, { connections: plan.inFlight })
    await Promise.all(Array.from({ length: plan.inFlight }, () => loop(pool, pathname)))
    await pool.close()
  }),
)
process.stdout.write(JSON.stringify({ perSecond: sent / ((performance.now() - started) / 1_000) }))
