import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Measurements of the server's processes during an attack. */
export interface ServerMeasurement {
  /** The longest stall of any event loop, in milliseconds. */
  readonly stall: number
  /** The maximum growth of the memory of all processes, in MB. */
  readonly growth: number
  /** Processor time of all processes, in percent of one core. */
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
  // One value for each process.
  const metric = (name: string): number[] =>
    [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'gm'))].map(([, value]) => Number(value))
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
  return {
    stall: Math.max(...metric('nodejs_eventloop_lag_max_seconds')) * 1_000 - observedEvery,
    memory: sum(metric('process_resident_memory_bytes')) / 1e6,
    processorSeconds: sum(metric('process_cpu_seconds_total')),
  }
}

/** A file of /proc; empty when the process is over, and on other systems. */
const about = (pid: number | string, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

/** The module that a process of Node.js runs: its last argument. The options before it may differ. */
const programOf = async (pid: number | string): Promise<string | undefined> =>
  (await about(pid, 'cmdline')).split('\0').findLast((argument) => argument !== '')

/** A process and its workers: the children that run the same program. */
async function processesOf(pid: number): Promise<readonly (number | string)[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = (await Promise.all(threads.map((thread) => about(pid, `task/${thread}/children`)))).join(' ')
  const program = await programOf(pid)
  const alike = await Promise.all(
    children
      .trim()
      .split(/\s+/)
      .map(async (child) => ((await programOf(child)) === program ? [child] : [])),
  )
  return [pid, ...alike.flat()]
}

/** Resident memory in MB from /proc, which does not disturb the processes; undefined on other systems. */
async function memoryOf(processes: readonly (number | string)[]): Promise<number | undefined> {
  const statuses = await Promise.all(processes.map((pid) => about(pid, 'status')))
  const kilobytes = statuses.flatMap((status) => /^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? [])
  return kilobytes.length === 0 ? undefined : (kilobytes.reduce((sum, one) => sum + Number(one), 0) * 1_024) / 1e6
}

/**
 * Observes the server until the returned function is called. Without a process id its memory is known only at the
 * beginning and at the end.
 */
export async function observe(url: string, pid: number | undefined): Promise<() => Promise<ServerMeasurement>> {
  const first = await read(url)
  const processes = pid === undefined ? [] : await processesOf(pid)
  const began = performance.now()
  const before = (await memoryOf(processes)) ?? first.memory
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await memoryOf(processes)) ?? before)
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
