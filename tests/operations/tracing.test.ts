import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { startProcess, type RunningProcess } from '../testkit/process.ts'
import { nextSaturday, partner, type Json } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Json
}

/** A server that remembers what it is sent: a collector, or a receiver of webhooks. */
async function listen(): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as Json })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'

describe('traces', () => {
  let dataFolder: string
  let product: RunningProcess
  let collector: Awaited<ReturnType<typeof listen>>
  let receiver: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-traces-'))
    await copyDemoServer(dataFolder)
    collector = await listen()
    receiver = await listen()
    product = await startProcess('main.js', {
      PORT: '0',
      DATA_DIR: dataFolder,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_SERVICE_NAME: 'cenotes-of-the-test',
    })
  })
  afterAll(async () => {
    await product.stop()
    collector.server.close()
    receiver.server.close()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const spansOf = (trace: string): Json[] =>
    collector.received
      .flatMap(({ body }) => body.resourceSpans)
      .flatMap(({ scopeSpans }: Json) => scopeSpans)
      .flatMap(({ spans }: Json) => spans)
      .filter((span: Json) => span.traceId === trace)

  it('lead from the request of a caller over plan, subgraphs and statements to the webhook that it caused', async () => {
    const { post } = partner(product.url())
    await post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
    const created = await post(
      '/api/partner/reservations',
      {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Eva Traced', email: 'eva@example.com', phone: '+52 1' },
      },
      { traceparent: `00-${traceId}-${callerSpan}-01`, 'X-Request-Id': 'traced-request' },
    )
    expect(created).toHaveStatus(201)
    const names = (): string[] => spansOf(traceId).map(({ name }) => name)
    // Spans are exported in batches, when they end.
    const wanted = [
      'POST /api/partner/reservations',
      'mutation createReservation',
      'fetch booking',
      'webhook reservation.created',
    ]
    await eventually(() => wanted.filter((name) => !names().includes(name)), [], {
      describe: () => names().join('\n'),
    })
    expect(names().some((name) => name.startsWith('statement '))).toBe(true)
    const [request] = spansOf(traceId).filter(({ name }) => name === 'POST /api/partner/reservations')
    expect(request.parentSpanId).toBe(callerSpan)
    expect(request.attributes).toContainEqual({ key: 'cenotes.request_id', value: { stringValue: 'traced-request' } })
    // Each part is within another of the same trace.
    const ids = new Set([callerSpan, ...spansOf(traceId).map(({ spanId }) => spanId)])
    expect(spansOf(traceId).filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([])
    expect(receiver.received[0]?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  })

  it('name the service as the environment says, and hold nothing that a guest entered', () => {
    const sent = JSON.stringify(collector.received.map(({ body }) => body))
    expect(sent).toContain('cenotes-of-the-test')
    expect(sent).not.toContain('Eva Traced')
    expect(sent).not.toContain('eva@example.com')
  })
})
