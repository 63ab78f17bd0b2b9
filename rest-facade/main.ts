import Fastify from 'fastify'
import { ConfigError, readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { restFacadeSettings } from './config.ts'
import { httpGatewayClient } from './gateway-client.ts'
import { createRestFacade, registerNotFound, restServerOptions } from './server.ts'

/** The REST facade alone, the gateway over HTTP. */
async function main(): Promise<void> {
  const settings = readConfig(restFacadeSettings)
  const logger = createLogger(settings.LOG_LEVEL, 'rest-facade')
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
  const options = { gateway: httpGatewayClient(settings.GATEWAY_URL), publicUrl, logger }
  const app = Fastify({ ...restServerOptions, trustProxy: settings.TRUST_PROXY, forceCloseConnections: 'idle' })
  registerNotFound(app, options)
  app.get('/healthz', () => ({ status: 'ok' }))
  await app.register(await createRestFacade(options))
  const address = await app.listen({ host: settings.HOST, port: settings.PORT })
  process.stdout.write(`REST facade listening at ${address}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'draining')
      app.close().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'closing failed')
          process.exit(1)
        },
      )
    })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
  process.exit(1)
})
