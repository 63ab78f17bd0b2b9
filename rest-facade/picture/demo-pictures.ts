import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { builtFolder } from '../../platform/http/assets.ts'

const contentTypes: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
const oneDaySeconds = 86_400
/** Also keeps a name from leading out of the folder. */
const demoPictureName = /^[a-z0-9-]+\.(svg|png)$/

/** A picture that the build made, or undefined. */
async function readDemoPicture(name: string): Promise<Buffer | undefined> {
  if (!demoPictureName.test(name)) return undefined
  return readFile(path.join(builtFolder('pictures'), name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Serves the pictures of the demo cenotes and tours, to anyone. They change with a release. */
export function demoPictureRoute(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    '/pictures/:name',
    { schema: { hide: true } as object },
    async ({ params: { name }, headers }, reply) => {
      const bytes = await readDemoPicture(name)
      if (!bytes) return reply.callNotFound()
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
      reply.headers({
        'cache-control': `public, max-age=${oneDaySeconds}`,
        etag: tag,
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
      return reply.type(contentTypes[path.extname(name)] ?? '').send(bytes)
    },
  )
}
