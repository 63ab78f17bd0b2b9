import path from 'node:path'
import { openPictureStore } from '../platform/pictures/store.ts'
import { readConfig } from '../platform/process/config.ts'
import { freePort } from '../platform/process/free-port.ts'
import { ForwardedCallerSigner } from '../platform/http/forwarded-caller.ts'
import { followOrigins } from '../platform/http/page-origins.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { publicHttpOptions } from '../platform/http/settings.ts'
import { registerOperationsEndpoints } from '../platform/http/health-endpoints.ts'
import { runServer } from '../platform/server/run-server.ts'
import { createSite } from '../site/server.ts'
import { restFacadeSettings, supplierIn } from './config.ts'
import { httpGatewayClient } from './http/gateway-client.ts'
import { gatewayReadiness } from './system/index.ts'
import { createRestFacade, registerNotFound, restServerOptions } from './server.ts'

// The REST facade and the pages; the gateway is reached over HTTP.
const readSettings = () => readConfig(restFacadeSettings)

await runServer('rest-facade', readSettings, async (settings, { logger, shutdown }) => {
  const gateway = httpGatewayClient(settings.GATEWAY_URL, new ForwardedCallerSigner(settings.SIGNING_SECRET))
  // Port 0 is resolved before the server listens, because links contain the port.
  const port = settings.PORT === 0 ? await freePort() : settings.PORT
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${port}`
  // The pages show the URL of this process. Only the whole product has demo keys.
  const site = await createSite({ gateway, publicUrl: publicUrl.replace(/\/$/, ''), demoKey: undefined, logger })
  const pictures = openPictureStore(settings, path.resolve(settings.DATA_DIR))
  const supplier = supplierIn(settings)
  const options = { gateway, publicUrl, notFoundPage: site.notFound, pictures, supplier, logger }
  const httpOptions = publicHttpOptions(settings, publicUrl)
  const pageOrigins = followOrigins(() => gateway.pageOrigins(), logger)
  shutdown.add('origins of pages', async () => pageOrigins.close())
  httpOptions.origins.follow(pageOrigins)
  const app = createHttpServer(logger, { ...restServerOptions, ...httpOptions })
  registerNotFound(app, options)
  registerOperationsEndpoints(app, gatewayReadiness(gateway), settings)
  site.register(app)
  await app.register(await createRestFacade(options))
  const url = await app.listen({ host: settings.HOST, port })
  shutdown.add('HTTP', () => app.close())
  return `Ready at ${url} (REST /api/partner, docs /docs)`
})
