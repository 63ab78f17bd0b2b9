import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { workerVariables } from '../config.ts'
import type { Logger } from '../logger.ts'
import { OperatorError } from '../operator-error.ts'
import { Channel } from './channel.ts'
import type { StopRequest } from './this-worker.ts'

export interface SupervisorOptions {
  readonly count: number
  /** Added to the environment of every worker. */
  readonly environment: Readonly<Record<string, string>>
  /** A worker that shows no sign of life for this long is killed. */
  readonly hangMilliseconds: number
  /** Prepares the channel of a new worker. */
  readonly onChannel: (channel: Channel) => void
  readonly logger: Logger
}

interface Running {
  readonly number: number
  readonly worker: Worker
  readonly channel: Channel
  readonly ended: Promise<void>
  state: 'starting' | 'ready' | 'stopping'
  readyAt: number
  /** When it last showed that its event loop runs. */
  aliveAt: number
}

const checkMilliseconds = 250
/** A start applies migrations and loads everything, which may block the event loop of a busy machine for long. */
const startMilliseconds = 120_000
/** Workers that end sooner are started again ever later. */
const stableMilliseconds = 10_000
const firstWaitMilliseconds = 100
const maxWaitMilliseconds = 5_000
/** A worker that is replaced serves its clients this long, with responses that ask them to connect again. */
const noticeMilliseconds = 1_000
/** Longer than a worker takes to drain. */
const stopMilliseconds = 20_000

/** How many processes of the product there are at most: while workers are replaced there is one more. */
export const processesOf = (workers: number): number => (workers > 1 ? workers + 1 : 1)

/** Keeps a number of workers running on one address: replaces those that end or hang, and all of them on request. */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #running = new Set<Running>()
  readonly #waits = new Map<number, number>()
  #checking: NodeJS.Timeout | undefined
  #checkedAt = performance.now()
  #isStopping = false
  #replacing: Promise<void> | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    // Workers accept from the shared socket. Handing connections over one by one would let one client's burst delay others.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({
      // Structured cloning carries Infinity and undefined, which JSON loses.
      serialization: 'advanced',
      // There is about one core for each worker, where V8's default of four helper threads would delay event loops.
      execArgv: [...process.execArgv, '--v8-pool-size=1'],
    })
  }

  /** Workers that accept requests. */
  get ready(): readonly Channel[] {
    return [...this.#running].filter(({ state }) => state === 'ready').map(({ channel }) => channel)
  }

  /** Starts all workers: the first alone, for it prepares what the others find. Returns its line for the operator. */
  async start(): Promise<string> {
    this.#checking = setInterval(() => this.#check(), checkMilliseconds)
    const line = await this.#launch(1)
    const others = Array.from({ length: this.#options.count - 1 }, (_, index) => this.#launch(index + 2))
    await Promise.all(others)
    return line
  }

  /** Replaces every worker, one after the other: a new one accepts requests before the old one is asked to end. */
  replaceAll(): Promise<void> {
    const before = this.#replacing ?? Promise.resolve()
    const replacing = before
      .then(() => this.#replaceEach())
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'a replacement did not start; the other workers continue')
        for (let number = 1; number <= this.#options.count; number += 1) void this.#restore(number)
      })
    this.#replacing = replacing
    return replacing
  }

  /** Ends every worker; one that does not end in time is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#running].map((one) => this.#end(one, { noticeMilliseconds: 0 })))
    clearInterval(this.#checking)
  }

  async #replaceEach(): Promise<void> {
    const { logger } = this.#options
    for (const old of [...this.#running]) {
      if (this.#isStopping) return
      // One that ended meanwhile is being replaced already.
      if (!this.#running.has(old)) continue
      await this.#launch(old.number)
      await this.#end(old, { noticeMilliseconds })
      logger.info({ replaced: old.number }, 'worker replaced')
    }
  }

  async #end(one: Running, request: StopRequest): Promise<void> {
    one.state = 'stopping'
    one.channel.send('stop', request)
    const timer = setTimeout(() => {
      this.#options.logger.error({ ended: one.number }, 'a worker did not end in time and is killed')
      one.worker.process.kill('SIGKILL')
    }, stopMilliseconds)
    await one.ended
    clearTimeout(timer)
  }

  /** Starts a worker; resolves with its line for the operator once it accepts requests. */
  #launch(number: number): Promise<string> {
    const worker = cluster.fork({ ...this.#options.environment, [workerVariables.number]: String(number) })
    const channel = new Channel(worker)
    const now = performance.now()
    let markEnded: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (markEnded = resolve))
    const one: Running = { number, worker, channel, ended, state: 'starting', readyAt: Infinity, aliveAt: now }
    this.#running.add(one)
    channel.handle('beat', () => (one.aliveAt = performance.now()))
    this.#options.onChannel(channel)
    return new Promise((resolve, reject) => {
      worker.on('error', () => undefined)
      channel.handle<string>('ready', (line) => {
        if (one.state === 'starting') one.state = 'ready'
        one.readyAt = performance.now()
        resolve(line)
      })
      worker.once('exit', (code, signal) => {
        this.#running.delete(one)
        markEnded()
        reject(new OperatorError(`A worker ended before it was ready (${signal || `exit code ${code}`})`))
        if (one.state === 'ready' && !this.#isStopping) {
          this.#options.logger.error({ ended: number, code, signal }, 'a worker ended unexpectedly and is replaced')
          if (performance.now() - one.readyAt > stableMilliseconds) this.#waits.delete(number)
          void this.#restore(number)
        }
      })
    })
  }

  /** Starts the worker of a number that has none, again and again until it accepts requests. */
  async #restore(number: number): Promise<void> {
    for (;;) {
      const wait = this.#waits.get(number) ?? 0
      this.#waits.set(number, Math.min(Math.max(wait * 2, firstWaitMilliseconds), maxWaitMilliseconds))
      await delay(wait)
      if (this.#isStopping || this.#has(number)) return
      try {
        await this.#launch(number)
        return
      } catch (error) {
        if (!this.#isStopping) this.#options.logger.error({ err: error }, 'a replacement did not start')
      }
    }
  }

  #has(number: number): boolean {
    return [...this.#running].some((one) => one.number === number && one.state !== 'stopping')
  }

  /** Kills workers that hang. */
  #check(): void {
    const now = performance.now()
    // When this process itself was held up, messages of its workers may still be waiting to be read.
    const wasHeldUp = now - this.#checkedAt > checkMilliseconds * 4
    this.#checkedAt = now
    for (const one of this.#running) {
      if (wasHeldUp) one.aliveAt = now
      const limit = one.state === 'starting' ? startMilliseconds : this.#options.hangMilliseconds
      if (now - one.aliveAt <= limit) continue
      one.aliveAt = now
      this.#options.logger.error({ hanging: one.number, milliseconds: limit }, 'a worker hangs and is killed')
      one.worker.process.kill('SIGKILL')
    }
  }
}
