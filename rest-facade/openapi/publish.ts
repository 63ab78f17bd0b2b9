import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressOnce } from '../../platform/http/compression.ts'
import type { Logger } from '../../platform/process/logger.ts'

const paths = ['/openapi.json', '/octo/v1/openapi.json'] as const

/** The OpenAPI documents as JSON, by the path that serves them. */
export type Documents = Readonly<Record<(typeof paths)[number], string>>

export interface PublishOptions {
  /** Builds the documents; their examples have dates after `today`. */
  readonly build: (today: string) => Promise<Documents>
  /** Sends 503 in the format of the path. */
  readonly sendUnavailable: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
  readonly logger: Logger
}

/** Time from the start of a server until its documents are built, and between builds. */
const [firstMilliseconds, againMilliseconds] = [30_000, 86_400_000]

/**
 * Serves the documents. They are built at the first request or a while after the start, and every day, because their
 * examples have dates: those are two weeks ahead, so that a day makes no difference.
 */
export function publishDocuments(app: FastifyInstance, { build, sendUnavailable, logger }: PublishOptions): void {
  const bodies = new Map<string, Buffer>()
  let building: Promise<void> | undefined
  const buildOnce = (): Promise<void> => {
    building ??= build(new Date().toISOString().slice(0, 10))
      .then(
        (documents) => {
          for (const path of paths) bodies.set(path, compressOnce(Buffer.from(documents[path])))
        },
        (error: unknown) => logger.error({ err: error }, 'the OpenAPI documents could not be built'),
      )
      .finally(() => (building = undefined))
    return building
  }
  const timers: NodeJS.Timeout[] = []
  app.addHook('onListen', async () => {
    const buildFirst = (): void => {
      if (bodies.size === 0) void buildOnce()
    }
    timers.push(
      setTimeout(buildFirst, firstMilliseconds).unref(),
      setInterval(() => void buildOnce(), againMilliseconds).unref(),
    )
  })
  app.addHook('onClose', async () => {
    timers.forEach(clearTimeout)
    await building
  })
  for (const path of paths)
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (!bodies.has(path)) await buildOnce()
      const body = bodies.get(path)
      return body ? reply.type('application/json; charset=utf-8').send(body) : sendUnavailable(request, reply)
    })
}
