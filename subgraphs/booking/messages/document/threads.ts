import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Unavailable } from '../../../../platform/process/failures.ts'
import { threadModule } from '../../../../platform/process/thread-module.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import { kindOf, type Drawing, type DrawingKind, type RenderJob } from './subject.ts'

/** A core is left for requests. */
const documentThreads = Math.max(1, availableParallelism() - 1)
/** A thread draws so many documents at a time, a page of each in turn, so that partners do not wait for each other. */
const documentsOfThread = 2
/** How many files of each kind are drawn at once. */
export const places: Readonly<Record<DrawingKind, number>> = {
  qr: 1,
  document: documentThreads * documentsOfThread,
  longDocument: documentThreads * documentsOfThread,
}
/** Loading fonts takes a thread a third of a second, so it stays for a while. */
const idleMilliseconds = 300_000
/** No file takes longer; one that does ends its threads, and what else they draw is requested again. */
const timeoutMilliseconds = 15_000

type Threads = Piscina<RenderJob, Drawing>

/** Created with the first file. Idle threads do not keep the process running. */
const pools = new Map<string, Threads>()

function pool(name: string, kind: DrawingKind): Threads {
  const known = pools.get(name)
  if (known) return known
  const threads: Threads = new Piscina<RenderJob, Drawing>({
    ...threadModule('subgraphs/booking/messages/document/render-worker.js', {
      hasLowPriority: kind === 'longDocument',
    }),
    minThreads: 0,
    maxThreads: kind === 'qr' ? 1 : documentThreads,
    concurrentTasksPerWorker: kind === 'qr' ? 2 * places.qr : documentsOfThread,
    idleTimeout: idleMilliseconds,
  })
  // A thread that cannot start fails its file; without a listener it would end the process.
  threads.on('error', () => undefined)
  pools.set(name, threads)
  return threads
}

/** Draws a file on another thread, so that requests do not wait for it. */
export async function drawOnThread(job: RenderJob, environment: Environment): Promise<Drawing> {
  const kind = kindOf(job)
  // The environments have threads of their own for documents, and take turns on one for QR codes, which are short.
  const name = kind === 'qr' ? kind : `${environment} ${kind}`
  const threads = pool(name, kind)
  // With a signal a file would be drawn on an idle thread only.
  const timer = setTimeout(() => {
    if (pools.get(name) === threads) pools.delete(name)
    void threads.destroy()
  }, timeoutMilliseconds)
  try {
    return await threads.run(job)
  } catch (error) {
    const isEnded = error instanceof Error && /Terminating worker thread/.test(error.message)
    throw isEnded ? new Unavailable('A document took too long to render', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
