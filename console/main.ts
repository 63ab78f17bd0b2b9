import { registerOperationsEndpoints } from '../platform/http/health-endpoints.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { publicHttpOptions } from '../platform/http/settings.ts'
import { readConfig } from '../platform/process/config.ts'
import { runServer } from '../platform/server/run-server.ts'
import { consoleSettings } from './config.ts'
import { registerConsole } from './server.ts'

// The console alone: the proxy in front of it sends /graphql of the same address to the gateway.
const readSettings = () => readConfig(consoleSettings)

await runServer('console', readSettings, async (settings, { logger, shutdown }) => {
  const app = createHttpServer(logger, publicHttpOptions(settings, undefined))
  registerOperationsEndpoints(app, () => Promise.resolve({}), settings)
  await registerConsole(app)
  const url = await app.listen({ host: settings.HOST, port: settings.PORT })
  shutdown.add('HTTP', () => app.close())
  return `Ready at ${url}/console`
})
