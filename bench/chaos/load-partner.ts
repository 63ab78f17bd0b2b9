import { randomUUID } from 'node:crypto'
import type { Response, Send } from './client.ts'
import { between, pause } from './random.ts'
import type { LoadRecords } from './records.ts'

const maxAttempts = 600

/**
 * A partner that acts at random until it is stopped. Each request has an Idempotency-Key and is retried until it gets a
 * response, whatever fails meanwhile.
 */
export abstract class LoadPartner implements LoadRecords {
  readonly acknowledged: LoadRecords['acknowledged'] = []
  readonly states: LoadRecords['states'] = new Map()
  readonly fieldErrors: string[] = []
  refused = 0
  resent = 0
  #stopped = false
  readonly #loop: Promise<void>

  constructor(
    protected readonly sendOnce: Send,
    readonly pauseMilliseconds: number,
  ) {
    // Not at once: the fields of the subclass are not there yet.
    this.#loop = Promise.resolve().then(() => this.#run())
  }

  protected abstract act(): Promise<void>
  protected abstract confirmHolds(): Promise<void>

  /** Confirms the holds that are left, so that none ends later. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#loop
    await this.confirmHolds()
  }

  /** Retries under one Idempotency-Key until a response is final, refusals among them; null when none came. */
  protected async send(method: string, path: string, body: object): Promise<Response | null> {
    const key = { 'Idempotency-Key': randomUUID() }
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (attempt > 0) {
        this.resent += 1
        await pause(between(20, 300))
      }
      const response = await this.sendOnce(method, path, body, key).catch(() => null)
      // Cut off, unavailable or in progress: retry, at any process.
      if (!response || response.status >= 500 || response.body.error?.code === 'IDEMPOTENCY_KEY_IN_USE') continue
      if (response.status >= 300) this.refused += 1
      return response
    }
    this.fieldErrors.push(`${method} ${path} had no response`)
    return null
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.act()
      await pause(between(0, 2 * this.pauseMilliseconds))
    }
  }
}
