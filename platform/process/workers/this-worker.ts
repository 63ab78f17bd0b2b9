import cluster from 'node:cluster'
import { givenToWorker } from '../config.ts'
import { Channel } from './channel.ts'

/** How often a worker shows that its event loop runs. */
export const beatMilliseconds = 500

export interface ThisWorker {
  /** From 1; a replacement has the number of the one before. */
  readonly number: number
  readonly channel: Channel
  /** Reports that requests are accepted, with the line for the operator. */
  reportReady(line: string): void
  /** Calls back once, when the primary process or a signal asks this worker to end. */
  onStopRequest(stop: (reason: string, request: StopRequest) => void): void
}

export interface StopRequest {
  /** How long responses ask their clients to connect again, elsewhere, before connections are closed. */
  readonly noticeMilliseconds: number
}

let current: ThisWorker | undefined

/** This process as a worker of a primary process; undefined in a process that was started alone. */
export function thisWorker(): ThisWorker | undefined {
  if (!cluster.isWorker) return undefined
  return (current ??= join())
}

function join(): ThisWorker {
  const channel = new Channel(process)
  setInterval(() => channel.send('beat'), beatMilliseconds).unref()
  let requested: [reason: string, request: StopRequest] | undefined
  let stop: ((reason: string, request: StopRequest) => void) | undefined
  const request = (reason: string, how: StopRequest): void => {
    if (requested) return
    requested = [reason, how]
    stop?.(reason, how)
  }
  channel.handle<StopRequest>('stop', (how) => request('asked by the primary process', how))
  process.on('SIGTERM', () => request('SIGTERM', { noticeMilliseconds: 0 }))
  // A terminal sends these to every process; the primary process decides what they mean.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  return {
    number: givenToWorker.number,
    channel,
    reportReady: (line) => channel.send('ready', line),
    onStopRequest(listener) {
      stop = listener
      if (requested) listener(...requested)
    },
  }
}
