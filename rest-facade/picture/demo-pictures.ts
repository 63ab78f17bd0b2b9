import { createHash } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { builtFolder } from '../../platform/http/assets.ts'
import { folderStore, readOnce } from '../../platform/pictures/store.ts'

const contentTypes: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png' }
const oneDaySeconds = 86_400
/** Also keeps a name from leading out of the folder. */
const demoPictureName = /^[a-z0-9-]+\.(svg|png)$/

/** Serves the pictures of the demo cenotes and tours, to anyone. They change with a release. */
export function demoPictureRoute(app: FastifyInstance): void {
  const built = readOnce(folderStore(builtFolder('pictures')))
  app.get<{ Params: { name: string } }>(
    '/pictures/:name',
    { schema: { hide: true } as object },
    async ({ params: { name }, headers }, reply) => {
      const bytes = demoPictureName.test(name) ? await built.read(name) : undefined
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
