// A partner with ordinary traffic, each request on a new connection, in a separate process.
import type { Target, Traffic } from './attack.ts'
import { graphql, send, type Response } from './client.ts'
import { cancel, reservations } from './reservations.ts'

export type BystanderRequest = { readonly begin: Target; readonly traffic: Traffic } | { readonly end: true }

/** The requests since the beginning. */
export interface BystanderMeasurement {
  /** Milliseconds of each. */
  readonly times: readonly number[]
  /** Without a successful response. */
  readonly failed: number
}

const query = '{ cenotes(first: 5) { nodes { id name location { state } } } }'

type Timed = (request: Promise<Response>, expected?: readonly number[]) => Promise<Response>

/** A slot may have no room left. */
const madeOrFull = [201, 422]

/** One round of each traffic; of its requests those given to `timed` are measured. */
const rounds: Record<Traffic, (to: Target, index: number, timed: Timed) => Promise<void>> = {
  async reads(to, index, timed) {
    const key = to.keys.bystander
    await timed(
      index % 2 === 0
        ? graphql(to, query, { key })
        : send(to, { path: '/api/partner/cenotes?perPage=5', method: 'GET', key }),
    )
  },
  async writes(to, _index, timed) {
    const { create } = reservations(to, to.keys.bystander)
    await cancel(to, to.keys.bystander, await timed(create({ adults: 1 }), madeOrFull))
  },
  async files(to, _index, timed) {
    const { createWithFiles } = reservations(to, to.keys.bystander)
    const { reservation, qrCode, ticket } = await createWithFiles({ adults: 2 })
    await Promise.all([qrCode, ticket].map((path) => timed(send(to, { path, method: 'GET' }))))
    await cancel(to, to.keys.bystander, reservation)
  },
}
const everyMilliseconds: Record<Traffic, number> = { reads: 25, writes: 100, files: 250 }

let times: number[] = []
let failed = 0
let pending: Promise<void>[] = []
let running: NodeJS.Timeout | undefined

function begin(to: Target, traffic: Traffic): void {
  const into: number[] = (times = [])
  failed = 0
  pending = []
  const timed: Timed = async (request, expected = [200]) => {
    const started = performance.now()
    const response = await request
    into.push(performance.now() - started)
    if (!expected.includes(response.status)) failed += 1
    return response
  }
  let index = 0
  // At a fixed rate, also when responses are late: waiting for them would hide how late they are.
  running = setInterval(
    () => pending.push(rounds[traffic](to, index++, timed).catch(() => void (failed += 1))),
    everyMilliseconds[traffic],
  )
}

process.on('message', (message: BystanderRequest) => {
  if ('begin' in message) return begin(message.begin, message.traffic)
  clearInterval(running)
  void Promise.all(pending).then(() => process.send?.({ times, failed } satisfies BystanderMeasurement))
})
process.on('disconnect', () => process.exit(0))
