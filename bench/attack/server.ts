import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Measurements of the server's process during an attack. */
export interface ServerMeasurement {
  /** The longest stall of its event loop, in milliseconds. */
  readonly stall: number
  /** The maximum growth of its memory, in MB. */
  readonly growth: number
  /** Its share of one core, in percent. */
  readonly processor: number
}

/** The interval of the timer that observes the event loop; part of every delay it measures. */
const observedEvery = 10
const memoryEveryMilliseconds = 100

interface Reading {
  readonly stall: number
  readonly memory: number
  readonly processorSeconds: number
}

/** The product's own metrics. Reading them resets the delay of the event loop. */
async function read(url: string): Promise<Reading> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(60_000) })).text()
  const metric = (name: string): number => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text)?.[1])
  return {
    stall: metric('nodejs_eventloop_lag_max_seconds') * 1_000 - observedEvery,
    memory: metric('process_resident_memory_bytes') / 1e6,
    processorSeconds: metric('process_cpu_seconds_total'),
  }
}

/** Resident memory in MB from /proc, which does not disturb the process; undefined on other systems. */
async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  const status = pid === undefined ? '' : await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1_024) / 1e6
}

/**
 * Observes the server until the returned function is called. Without a process id its memory is known only at the
 * beginning and at the end.
 */
export async function observe(url: string, pid: number | undefined): Promise<() => Promise<ServerMeasurement>> {
  const first = await read(url)
  const began = performance.now()
  const before = (await memoryOf(pid)) ?? first.memory
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await memoryOf(pid)) ?? before)
      await delay(memoryEveryMilliseconds)
    }
  })()
  return async () => {
    isOver = true
    await watching
    const { stall, memory, processorSeconds } = await read(url)
    return {
      stall: Math.max(0, stall),
      growth: Math.max(peak, memory) - before,
      processor: ((processorSeconds - first.processorSeconds) / (performance.now() - began)) * 1e5,
    }
  }
}
