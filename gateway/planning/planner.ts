import type { QueryPlan } from '@apollo/query-planner'
import { Piscina } from 'piscina'
import { declareBound, type BoundedCaller } from '../../platform/process/bounds.ts'
import { FairQueue, QueueFull } from '../../platform/process/fair-queue.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { threadModule } from '../../platform/process/thread-module.ts'
import { apiError } from '../../schema/errors.ts'
import type { Job, JobResult, Work } from './job.ts'
import type { IntrospectionRequest, PlanRequest } from './plan.ts'

/** The caller that a job is for. */
export interface PlanningCaller extends BoundedCaller {
  /** Callers take turns by it. */
  readonly id: string
  /** Charges processor time to the caller. */
  spend(milliseconds: number): void
}

/** Computes what depends on documents alone, on another thread than the one that handles requests. */
export interface Planner {
  plan(request: PlanRequest, caller: PlanningCaller): Promise<QueryPlan>
  /** The data, as JSON, of an operation that introspects only. Error: ANSWER_TOO_LARGE. */
  introspect(request: IntrospectionRequest, caller: PlanningCaller): Promise<string>
  close(): Promise<void>
}

export interface PlannerOptions {
  /** The maximum size of the data of an introspection. */
  readonly maxIntrospectionBytes: number
  /** The module that the thread runs, by its path from the root of the build; absent for planner-worker.ts. */
  readonly workerModule?: string | undefined
}

/** A document within the limits takes less than a second to be planned, unless the machine is busy. */
const timeoutMilliseconds = 15_000
/** Maximum documents of one caller that wait to be planned. */
const maxWaiting = 100
const maxHeapMegabytes = 512
/** A plan is larger than the document, but not by so much. */
const maxPlanBytes = 10_000_000

const documentsWaiting = declareBound({
  name: 'documents-waiting-to-be-planned',
  what: 'GraphQL documents that wait to be planned; callers take turns',
  per: 'caller',
  default: `${maxWaiting}`,
  response: '503 `SERVICE_UNAVAILABLE`',
})

const tooMuchToPlan = {
  limit: 'planningSeconds',
  maximum: timeoutMilliseconds / 1_000,
  found: timeoutMilliseconds / 1_000,
}

/** Whether a document took more time or memory than it may: the thread was replaced. */
const isExhausted = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')

/**
 * Plans on a separate thread: a document within the limits may still take a hundred milliseconds, which would block all
 * other callers. The thread serves callers in turn, and is replaced when a document takes too long or too much memory.
 */
export function createPlanner(sdl: string, logger: Logger, options: PlannerOptions): Planner {
  const { maxIntrospectionBytes, workerModule = 'gateway/planning/planner-worker.js' } = options
  const { filename, workerData } = threadModule(workerModule, { hasLowPriority: true })
  const pool = new Piscina<Job, JobResult>({
    filename,
    workerData: { ...workerData, sdl },
    minThreads: 1,
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  })
  // A failed job is reported by the job; the thread itself may end too, when it runs out of memory.
  pool.on('error', (error: unknown) => logger.error({ err: error }, 'the planner thread ended; another one is started'))
  const queue = new FairQueue({ places: 1, maxWaiting: Infinity, maxWaitingOfOwner: maxWaiting })
  let loading: Promise<unknown> | undefined

  /** Resolves once the thread has loaded the graph, which may take seconds on a busy machine. */
  function load(): Promise<unknown> {
    loading ??= pool.run({ kind: 'load' }).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  void load().catch(() => undefined)

  async function work(job: Work, caller: PlanningCaller): Promise<string> {
    try {
      await load()
      const result = await pool.run(job, { signal: AbortSignal.timeout(timeoutMilliseconds) })
      caller.spend(result.milliseconds)
      if ('json' in result) return result.json
    } catch (error) {
      if (!isExhausted(error)) throw error
      // Another thread takes the place of the one that was ended.
      loading = undefined
      void load().catch(() => undefined)
      caller.spend(timeoutMilliseconds)
      throw apiError('DOCUMENT_TOO_LARGE', tooMuchToPlan)
    }
    throw apiError('ANSWER_TOO_LARGE', { maximumBytes: job.maxBytes })
  }

  async function run(job: Work, caller: PlanningCaller): Promise<string> {
    try {
      return await queue.run(caller.id, () => work(job, caller))
    } catch (error) {
      if (error instanceof QueueFull) documentsWaiting.reached(caller)
      throw error
    }
  }

  return {
    async plan(request, caller) {
      return JSON.parse(await run({ kind: 'plan', request, maxBytes: maxPlanBytes }, caller)) as QueryPlan
    },
    introspect: (request, caller) => run({ kind: 'introspect', request, maxBytes: maxIntrospectionBytes }, caller),
    async close() {
      // Node 20 aborts the whole process when a thread is ended while it loads modules.
      await loading?.catch(() => undefined)
      await pool.close({ force: true })
    },
  }
}
