import { createHash } from 'node:crypto'
import { Budgets } from '../../../../platform/process/budgets.ts'
import { declareBound } from '../../../../platform/process/bounds.ts'
import type { CancelSignal } from '../../../../platform/process/cancellation.ts'
import { FairQueue, QueueFull } from '../../../../platform/process/fair-queue.ts'
import { gauge, histogram } from '../../../../platform/process/metrics.ts'
import { SharedWork } from '../../../../platform/process/shared-work.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import { SecondUseCache } from '../../../../platform/values/second-use-cache.ts'
import { apiError } from '../../../../schema/errors.ts'
import { kindOf, type Drawing, type DrawingKind, type RenderJob } from './subject.ts'
import { drawOnThread, places } from './threads.ts'

/** Who a file is drawn for. */
export interface Requester {
  /** The partner of the reservation. */
  readonly partnerId: string
  /** The signed token by which it is requested; absent for mails, which are sent in any case and charged to no budget. */
  readonly token?: string
  /** Aborted when the file is not needed any more. */
  readonly signal?: CancelSignal | undefined
}

/** Drawing time, in milliseconds. */
const budgets = {
  partner: { perSecond: 200, reserve: 20_000 },
  token: { perSecond: 100, reserve: 5_000 },
} as const
const maxWaiting = 500
const maxWaitingOfPartner = 100
/** For each environment; a ticket for a party has 30 to 150 KB, one of 50 pages 200 KB. */
const cacheBytes = 12_000_000
const maxFileBytes = 2_000_000
const maxFiles = 5_000

const timeBounds = {
  partner: declareBound({
    name: 'document-time-of-partner',
    what: 'Drawing of documents and QR codes that are not cached',
    per: 'partner and environment',
    default: '200 ms of drawing a second, at most 20 s in store',
    response: '429 `RATE_LIMIT_EXCEEDED`',
  }),
  token: declareBound({
    name: 'document-time-of-address',
    what: 'Drawing of documents and QR codes that are not cached',
    per: 'signed address',
    default: '100 ms of drawing a second, at most 5 s in store',
    response: '429 `RATE_LIMIT_EXCEEDED`',
  }),
}
const queueBound = declareBound({
  name: 'documents-waiting',
  what: 'Documents, long tickets, and QR codes, that wait to be drawn; partners take turns',
  per: 'partner; environment',
  default: `${maxWaitingOfPartner}; ${maxWaiting}`,
  response: '503 `SERVICE_UNAVAILABLE`',
})
const drawSeconds = histogram(
  'document_draw_duration_seconds',
  'Time that drawing a document or QR code took a thread.',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
  ['environment', 'kind'],
)
const queuedFiles = gauge('documents_queued', 'Documents, long tickets and QR codes that wait to be drawn.', [
  'environment',
  'kind',
])

/** Draws the files of one environment's reservations, each once for its content. */
export class Renderer {
  readonly #environment: Environment
  readonly #draw: (job: RenderJob, environment: Environment) => Promise<Drawing>
  readonly #budgets: Budgets
  readonly #queues: Readonly<Record<DrawingKind, FairQueue>>
  readonly #files = new SecondUseCache<Buffer>({
    max: maxFiles,
    maxSize: cacheBytes,
    maxEntrySize: maxFileBytes,
    sizeCalculation: ({ length }) => length,
  })
  /** Files that wait to be drawn, or are. */
  readonly #drawing = new Map<string, SharedWork<Buffer>>()
  /** Those that a thread draws. */
  readonly #begun = new Set<string>()

  /** `now` is in milliseconds and never goes back. */
  constructor(environment: Environment, { draw = drawOnThread, now }: RendererOptions = {}) {
    this.#environment = environment
    this.#draw = draw
    this.#budgets = new Budgets(now)
    const queue = (kind: DrawingKind): FairQueue =>
      new FairQueue({
        places: places[kind],
        placesOfOwner: Math.ceil(places[kind] / 2),
        maxWaiting,
        maxWaitingOfOwner: maxWaitingOfPartner,
      })
    this.#queues = { qr: queue('qr'), document: queue('document'), longDocument: queue('longDocument') }
    queuedFiles.observe((one) => {
      for (const [kind, { waiting }] of Object.entries(this.#queues)) one.set({ environment, kind }, waiting)
    })
  }

  /**
   * A file, from memory if it was drawn before. Errors: RATE_LIMIT_EXCEEDED when the partner or the token has no drawing
   * time left; Unavailable when too much waits.
   */
  async render(job: RenderJob, requester: Requester): Promise<Buffer> {
    const key = keyOf(job)
    const known = this.#files.get(key)
    if (known) return known
    let work = this.#drawing.get(key)
    // What a thread draws is completed, also when its callers have left.
    if (!work || (work.isAbandoned && !this.#begun.has(key))) {
      this.#requireTime(requester)
      const started = new SharedWork((signal) => this.#drawInTurn(key, job, requester, signal))
      const end = (): void => void (this.#drawing.get(key) === started && this.#drawing.delete(key))
      started.result.then(end, end)
      this.#drawing.set(key, (work = started))
    }
    return work.join(requester.signal)
  }

  async #drawInTurn(key: string, job: RenderJob, requester: Requester, signal: CancelSignal): Promise<Buffer> {
    const { partnerId } = requester
    const environment = this.#environment
    const queue = this.#queues[kindOf(job)]
    try {
      return await queue.run(
        partnerId,
        async () => {
          this.#requireTime(requester)
          this.#begun.add(key)
          const { bytes } = await this.#drawAndCharge(job, requester).finally(() => this.#begun.delete(key))
          const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
          this.#files.set(key, file)
          return file
        },
        signal,
      )
    } catch (error) {
      if (error instanceof QueueFull) queueBound.reached({ environment, partnerId })
      throw error
    }
  }

  async #drawAndCharge(job: RenderJob, requester: Requester): Promise<Drawing> {
    const started = performance.now()
    let milliseconds: number | undefined
    try {
      const drawing = await this.#draw(job, this.#environment)
      milliseconds = drawing.milliseconds
      return drawing
    } finally {
      // What fails takes time, too.
      milliseconds ??= performance.now() - started
      drawSeconds.observe({ environment: this.#environment, kind: job.kind }, milliseconds / 1_000)
      for (const [name, owner] of ownersOf(requester)) this.#budgets.spend(owner, budgets[name], milliseconds)
    }
  }

  /** Refuses a requester without drawing time left. Error: RATE_LIMIT_EXCEEDED. */
  #requireTime(requester: Requester): void {
    for (const [name, owner] of ownersOf(requester)) {
      const { reserve, perSecond } = budgets[name]
      const exhausted = this.#budgets.exhausted(owner, budgets[name])
      if (!exhausted) continue
      timeBounds[name].reached({ environment: this.#environment, partnerId: requester.partnerId })
      throw apiError('RATE_LIMIT_EXCEEDED', {
        limit: reserve,
        window: reserve / perSecond,
        resetTime: new Date(Date.now() + exhausted.untilAll).toISOString(),
        retryAfter: Math.ceil(exhausted.untilSome / 1_000),
      })
    }
  }
}

export interface RendererOptions {
  readonly draw?: (job: RenderJob, environment: Environment) => Promise<Drawing>
  readonly now?: () => number
}

const ownersOf = ({ partnerId, token }: Requester): readonly (readonly ['partner' | 'token', string])[] =>
  token === undefined
    ? []
    : [
        ['partner', partnerId],
        ['token', createHash('sha256').update(token).digest('base64url')],
      ]

/**
 * Everything that a file shows, so that no change can leave an old one: with the addresses and codes in it also the
 * signing key and PUBLIC_URL. Pictures never change under their names.
 */
function keyOf(job: RenderJob): string {
  const content = job.kind === 'qr' ? job : [job.kind, { ...job.subject, picture: job.subject.picture?.name ?? null }]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

/** The environments share neither queues nor budgets nor files. */
export const renderers: Readonly<Record<Environment, Renderer>> = {
  live: new Renderer('live'),
  sandbox: new Renderer('sandbox'),
}
