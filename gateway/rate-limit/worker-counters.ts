import type { Channel } from '../../platform/process/workers/channel.ts'
import type { Counters, Verdict, Window } from './window.ts'

const topic = 'rate-limits'
const timeoutMilliseconds = 1_000

interface Call {
  readonly method: 'take' | 'refund'
  readonly windows: readonly Window[]
}

/** A pending call. */
interface Waiting extends Call {
  resolve(result: Verdict | undefined): void
  reject(error: unknown): void
}

/** Counters of the primary process, which all its workers share; the calls of one turn are one message. */
export function createWorkerCounters(channel: Channel): Counters {
  let waiting: Waiting[] = []
  const flush = (): void => {
    const calls = waiting
    waiting = []
    const sent = calls.map(({ method, windows }): Call => ({ method, windows }))
    channel.request<(Verdict | undefined)[]>(topic, sent, timeoutMilliseconds).then(
      (results) => calls.forEach(({ resolve }, index) => resolve(results[index])),
      (error: unknown) => calls.forEach(({ reject }) => reject(error)),
    )
  }
  const call = (method: Call['method'], windows: readonly Window[]): Promise<Verdict | undefined> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ method, windows, resolve, reject })
    })
  return {
    take: (windows) => call('take', windows) as Promise<Verdict>,
    async refund(windows) {
      await call('refund', windows)
    },
  }
}

/** Lets a worker count in these counters. */
export function serveCounters(channel: Channel, counters: Counters): void {
  channel.handle<readonly Call[]>(topic, (calls) =>
    Promise.all(calls.map(async ({ method, windows }) => (await counters[method](windows)) ?? undefined)),
  )
}
