import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { hasCollector } from './config.ts'
import type { Logger } from './logger.ts'

/** Traces of OpenTelemetry. Nothing is measured, and nothing loaded but this interface, unless `startTracing` did. */
const tracer = trace.getTracer('cenotes')
let isOn = false

export const isTracing = (): boolean => isOn

/**
 * Loads the SDK where the environment names a collector (docs/operators/operations.md#traces). Returns what sends the
 * last spans when the process ends.
 */
export async function startTracing(service: string, logger: Logger): Promise<(() => Promise<void>) | undefined> {
  if (!hasCollector) return undefined
  const { startSdk } = await import('./tracing-sdk.ts')
  const stop = startSdk(service, logger)
  isOn = true
  return async () => {
    isOn = false
    await stop()
  }
}

export { SpanKind, type Attributes, type Context, type Span }

/** Runs work within a span, which is part of the trace around it, or of the given one. */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span | undefined) => Promise<T>,
  { kind = SpanKind.INTERNAL, parent }: { readonly kind?: SpanKind; readonly parent?: Context } = {},
): Promise<T> {
  if (!isOn) return work(undefined)
  const around = parent ?? context.active()
  const span = tracer.startSpan(name, { attributes, kind }, around)
  try {
    return await context.with(trace.setSpan(around, span), () => work(span))
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed. Only its kind is written, because a message may quote input of the caller. */
export function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' })
}

/** A span that is ended by its owner, with the context in which its parts run. */
export function beginSpan(
  name: string,
  attributes: Attributes,
  headers: Readonly<Record<string, unknown>>,
): { readonly span: Span; readonly within: Context } {
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer.startSpan(name, { attributes, kind: SpanKind.SERVER }, parent)
  return { span, within: trace.setSpan(parent, span) }
}

/** Runs work, and what it starts, in a context. */
export const runWithin = <T>(within: Context, work: () => T): T => context.with(within, work)

/** Headers by which another process continues this trace (W3C Trace Context); none while tracing is off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), headers)
  return headers
}

/** The current position in the trace, as text that can be stored; null while tracing is off. */
export const currentTraceparent = (): string | null => traceHeaders()['traceparent'] ?? null

/** The context that a stored text names. */
export const contextOf = (traceparent: string | null): Context | undefined =>
  isOn && traceparent !== null ? propagation.extract(ROOT_CONTEXT, { traceparent }) : undefined

/** A span within the current one, and the function that ends it; undefined where nothing is traced. */
export function beginChild(name: string, attributes: Attributes): ((error: Error | undefined) => void) | undefined {
  if (!isOn || !trace.getActiveSpan()) return undefined
  const span = tracer.startSpan(name, { attributes, kind: SpanKind.CLIENT })
  return (error) => {
    if (error) fail(span, error)
    span.end()
  }
}
