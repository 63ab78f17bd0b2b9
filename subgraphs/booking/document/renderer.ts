import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Unavailable } from '../../../platform/process/failures.ts'
import { threadModule } from '../../../platform/process/thread-module.ts'
import type { DocumentSubject } from './subject.ts'
import type { PictureFormat } from './qr.ts'
import type { RenderJob } from './render-worker.ts'

/** A core is left for requests; one thread renders about a hundred documents a second. */
const maxThreads = Math.max(1, availableParallelism() - 1)
/** Documents waiting for a thread. Beyond this the caller is asked to retry. */
const maxWaiting = 500
/** Loading fonts takes a thread a third of a second, so it stays for a while. */
const idleMilliseconds = 300_000
/** No document takes longer; a thread that does is replaced. */
const timeoutMilliseconds = 15_000

let threads: Piscina<RenderJob, Uint8Array> | undefined

/** One pool for the process, created with the first document. Idle threads do not keep the process running. */
function pool(): Piscina<RenderJob, Uint8Array> {
  if (threads) return threads
  threads = new Piscina<RenderJob, Uint8Array>({
    ...threadModule('subgraphs/booking/document/render-worker.js'),
    minThreads: 0,
    maxThreads,
    maxQueue: maxWaiting,
    idleTimeout: idleMilliseconds,
  })
  // A thread that cannot start fails its document; without a listener it would end the process.
  threads.on('error', () => undefined)
  return threads
}

/** Renders on another thread, so that requests do not wait for drawing. Throws Unavailable when too much waits already. */
async function render(job: RenderJob): Promise<Buffer> {
  const running = pool()
  if (running.queueSize >= maxWaiting) throw new Unavailable('Too many documents are waiting to be rendered')
  const bytes = await running.run(job, { signal: AbortSignal.timeout(timeoutMilliseconds) }).catch((error: Error) => {
    throw error.name === 'AbortError' ? new Unavailable('A document took too long to render', { cause: error }) : error
  })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** A4, one page, with all of the reservation. */
export const renderConfirmation = (subject: DocumentSubject): Promise<Buffer> =>
  render({ kind: 'confirmation', subject })

/** A4, with the QR code that is scanned at the entrance: one page for the party, or one for each person. */
export const renderTicket = (subject: DocumentSubject): Promise<Buffer> => render({ kind: 'ticket', subject })

/** A QR code of a text as a picture. */
export const renderQr = (data: string, format: PictureFormat): Promise<Buffer> => render({ kind: 'qr', data, format })
