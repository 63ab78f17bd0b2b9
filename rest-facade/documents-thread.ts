import { Piscina } from 'piscina'
import { threadModule } from '../platform/process/thread-module.ts'
import type { Supplier } from './octo/index.ts'
import type { Documents } from './openapi/index.ts'

export interface DocumentsJob {
  /** Base URL that callers use, without a trailing slash. */
  readonly publicUrl: string
  readonly supplier: Supplier
  /** The examples have dates after this one, YYYY-MM-DD. */
  readonly today: string
}

/** Builds the OpenAPI documents on a thread, which ends after that. It would block all requests for 0.2 seconds. */
export async function buildOnThread(job: DocumentsJob): Promise<Documents> {
  const threads = new Piscina<DocumentsJob, Documents>({
    ...threadModule('rest-facade/build-documents.js', { hasLowPriority: true }),
    minThreads: 1,
    maxThreads: 1,
  })
  // A thread that cannot start fails its job; without a listener it would end the process.
  threads.on('error', () => undefined)
  try {
    return await threads.run(job)
  } finally {
    await threads.destroy()
  }
}
