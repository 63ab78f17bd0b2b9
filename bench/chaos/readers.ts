import { demoId } from '../../platform/values/demo-id.ts'
import type { Send } from './client.ts'
import { between, oneOf, pause } from './random.ts'

const soon = (): string => new Date(Date.now() + between(3, 33) * 86_400_000).toISOString().slice(0, 10)
const cenote = demoId('cenote', 'gran-cenote')
const tour = demoId('tour', 'dos-ojos-diving')

const paths: readonly [() => string, ...(() => string)[]] = [
  () => '/api/partner/cenotes?perPage=20',
  () => `/api/partner/cenotes/${cenote}`,
  () => `/api/partner/cenotes/${cenote}/availability?startDate=${soon()}`,
  () => '/api/partner/reservations?perPage=20',
  () => '/booking/tours',
  () => `/booking/tours/${tour}/availability?startDate=${soon()}`,
]

/** A partner that looks at cenotes, availability and its reservations. */
export class LoadReader {
  readonly fieldErrors: string[] = []
  reads = 0
  readonly #send: Send
  #stopped = false
  readonly #loop: Promise<void>

  constructor(
    send: Send,
    readonly pauseMilliseconds: number,
  ) {
    this.#send = send
    this.#loop = this.#run()
  }

  stop(): Promise<void> {
    this.#stopped = true
    return this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const path = oneOf(paths)()
      const response = await this.#send('GET', path).catch(() => null)
      this.reads += 1
      if (response && response.status >= 400 && response.status < 500)
        this.fieldErrors.push(`GET ${path}: ${response.status} ${JSON.stringify(response.body)}`)
      await pause(between(0, 2 * this.pauseMilliseconds))
    }
  }
}
