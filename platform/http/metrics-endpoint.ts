import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../process/logger.ts'
import { metricsContentType, openMetrics } from '../process/metrics.ts'
import type { Shutdown } from '../process/shutdown.ts'
import { sharedFor } from '../values/shared-result.ts'
import { isLoopbackAddress } from './client-address.ts'
import type { ListenAddress } from './listen-address.ts'

/** Where metrics are served, and to whom. */
export interface MetricsSettings extends ListenAddress {
  readonly METRICS_HOST?: string
  readonly METRICS_PORT?: number
  readonly METRICS_TOKEN?: string
  readonly METRICS_MAX_AGE_MS: number
  readonly NODE_ENV: string
}

const path = '/metrics'
const headersMilliseconds = 10_000

/** The address that serves metrics and nothing else; undefined when they are on the address of the process. */
export function metricsAddressOf({
  HOST,
  PORT,
  METRICS_HOST,
  METRICS_PORT,
}: MetricsSettings): ListenAddress | undefined {
  if (METRICS_HOST === undefined && METRICS_PORT === undefined) return undefined
  const address = { HOST: METRICS_HOST ?? HOST, PORT: METRICS_PORT ?? PORT }
  return address.HOST === HOST && address.PORT === PORT ? undefined : address
}

/** Serves metrics on the address of the process, unless they have their own. */
export function registerMetrics(app: FastifyInstance, settings: MetricsSettings): void {
  // Begins to measure also where another address, or another process, serves them.
  const metrics = sharedFor(settings.METRICS_MAX_AGE_MS, openMetrics())
  if (metricsAddressOf(settings)) return
  const isAllowed = callersWith(settings.METRICS_TOKEN)
  const isForThisMachine = settings.NODE_ENV === 'production' && settings.METRICS_TOKEN === undefined
  app.get(path, { schema: { hide: true } as object }, async ({ headers, raw }, reply) => {
    if (isForThisMachine && !isFromThisMachine(raw)) return reply.callNotFound()
    if (!isAllowed(headers.authorization)) return reply.code(401).headers(challenge).type(plain).send(refusal)
    return reply.type(metricsContentType).send(await metrics())
  })
}

/**
 * Opens the address of the metrics, if they have their own. Of several workers the process that started them does: it
 * collects from all, and responds also while they hang.
 */
export async function openMetricsAddress(
  settings: MetricsSettings,
  { logger, shutdown }: { readonly logger: Logger; readonly shutdown: Pick<Shutdown, 'add'> },
): Promise<void> {
  const address = metricsAddressOf(settings)
  if (!address) return
  const metrics = sharedFor(settings.METRICS_MAX_AGE_MS, openMetrics())
  const isAllowed = callersWith(settings.METRICS_TOKEN)
  const server = createServer({ headersTimeout: headersMilliseconds }, ({ url, method, headers }, response) => {
    const send = (status: number, type: string, text: string, more: Record<string, string> = {}): void =>
      void response.writeHead(status, { 'content-type': type, ...common, ...more }).end(method === 'HEAD' ? '' : text)
    if (url?.split('?', 1)[0] !== path) return send(404, plain, `Only ${path} is here.\n`)
    if (method !== 'GET' && method !== 'HEAD') return send(405, plain, 'Only GET.\n', { allow: 'GET, HEAD' })
    if (!isAllowed(headers.authorization)) return send(401, plain, refusal, challenge)
    metrics().then(
      (text) => send(200, metricsContentType, text),
      (error: unknown) => {
        logger.warn({ err: error }, 'the metrics could not be collected')
        send(503, plain, 'The metrics could not be collected.\n')
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.PORT, address.HOST, resolve)
  })
  shutdown.add('metrics', () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  logger.info({ host: address.HOST, port }, 'metrics are served')
}

const plain = 'text/plain; charset=utf-8'
const common = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const challenge = { 'www-authenticate': 'Bearer realm="metrics"' }
const refusal = 'The metrics need the token of METRICS_TOKEN: Authorization: Bearer <token>.\n'

/** Headers of proxies, which forward what others send. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']

const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && forwarding.every((name) => headers[name] === undefined)

/** Whether a header has the token; hashes are compared, so that the time shows neither its length nor its beginning. */
function callersWith(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = hash(token)
  return (authorization = '') => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
    return given !== undefined && timingSafeEqual(hash(given), expected)
  }
}
