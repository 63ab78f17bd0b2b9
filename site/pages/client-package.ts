import type { FastifyInstance } from 'fastify'
import { builtFolder, readFiles } from '../../platform/http/assets.ts'

/** The typed client as a package that npm installs from its address; scripts/pack-client.mjs has made it. */
export async function clientPackage(): Promise<(app: FastifyInstance) => void> {
  const files = await readFiles(builtFolder('site/client'))
  return (app) => {
    for (const [name, { body }] of files)
      app.get(`/docs/client/${name}`, { schema: { hide: true } as object }, (_request, reply) =>
        reply.type('application/gzip').header('cache-control', 'public, max-age=300').send(body),
      )
  }
}
