import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { diag, DiagLogLevel } from '@opentelemetry/api'
import type { Logger } from './logger.ts'
import { cutText } from '../values/text.ts'

/** A collector that does not respond is reported at most this often. */
const reportMilliseconds = 60_000

/** Sends spans by OTLP over HTTP. The SDK reads the usual OTEL_ variables itself: exporter, sampler, batches, limits. */
export function startSdk(service: string, logger: Logger): () => Promise<void> {
  let reportedAt = -Infinity
  const report = (message: string): void => {
    if (performance.now() - reportedAt < reportMilliseconds) return
    reportedAt = performance.now()
    logger.warn({ reason: cutText(message, 500) }, 'traces could not be sent; the product continues without them')
  }
  const ignore = (): void => undefined
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const named = resourceFromAttributes({ 'service.name': service })
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return () => provider.shutdown()
}
