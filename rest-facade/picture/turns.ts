import type { FastifyReply, FastifyRequest } from 'fastify'
import { declareBound } from '../../platform/process/bounds.ts'
import type { CancelSignal } from '../../platform/process/cancellation.ts'
import { FairQueue, QueueFull } from '../../platform/process/fair-queue.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { failure } from '../http/errors.ts'
import { requestContextOf } from '../http/request-context.ts'

const maxWaiting = 4

const bound = declareBound({
  name: 'pictures-waiting',
  what: 'Uploaded pictures that wait while one is decoded',
  per: 'process; of one environment with those that are still received',
  default: String(maxWaiting),
  response: '503 `SERVICE_UNAVAILABLE`, before the picture is read where it can be',
})

/** A picture takes a hundred megabytes while it is decoded, and up to ten while it waits. */
const decoding = new FairQueue({ places: 1, maxWaiting })
const uploads: Record<Environment, number> = { live: 0, sandbox: 0 }

/** Refuses another upload before its picture is read, while as many as may wait are on their way. */
export async function admitUpload(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { environment } = requestContextOf(request)
  if (environment === undefined) return
  if (uploads[environment] > maxWaiting) throw refusal(environment)
  uploads[environment] += 1
  reply.raw.once('close', () => (uploads[environment] -= 1))
}

/** Decodes a picture in its turn, unless its caller leaves before. */
export async function decodeInTurn<T>(
  environment: Environment,
  work: () => Promise<T>,
  signal: CancelSignal,
): Promise<T> {
  try {
    return await decoding.run(environment, work, signal)
  } catch (error) {
    if (error instanceof QueueFull) throw refusal(environment)
    throw signal.aborted ? failure('SERVICE_UNAVAILABLE') : error
  }
}

function refusal(environment: Environment): Error {
  bound.reached({ environment })
  return failure('SERVICE_UNAVAILABLE')
}
