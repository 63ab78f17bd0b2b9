// A partner with ordinary traffic, each request on a new connection, in a separate process.
import type { Target } from './attack.ts'
import { graphql, send } from './client.ts'

export type BystanderRequest = { readonly begin: Target } | { readonly end: true }

/** Of the requests since the beginning. */
export interface BystanderMeasurement {
  /** Milliseconds of each. */
  readonly times: readonly number[]
  /** Without a successful response. */
  readonly failed: number
}

const everyMilliseconds = 25
const query = '{ cenotes(first: 5) { nodes { id name location { state } } } }'

let target: Target | undefined
let times: number[] = []
let failed = 0
let pending: Promise<void>[] = []

async function sendRequest(to: Target, index: number): Promise<void> {
  const into = times
  const started = performance.now()
  const key = to.keys.bystander
  const { status } =
    index % 2 === 0
      ? await graphql(to, query, { key })
      : await send(to, { path: '/api/partner/cenotes?perPage=5', method: 'GET', key })
  into.push(performance.now() - started)
  if (status !== 200) failed += 1
}

let index = 0
setInterval(() => {
  // At a fixed rate, also when responses are late: waiting for them would hide how late they are.
  if (target) pending.push(sendRequest(target, index++))
}, everyMilliseconds)

process.on('message', (message: BystanderRequest) => {
  if ('begin' in message) {
    target = message.begin
    times = []
    failed = 0
    pending = []
    return
  }
  target = undefined
  void Promise.all(pending).then(() => process.send?.({ times, failed } satisfies BystanderMeasurement))
})
process.on('disconnect', () => process.exit(0))
