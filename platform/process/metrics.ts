import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObject,
} from 'prom-client'
import { withDeadline } from './deadline.ts'
import type { Channel } from './workers/channel.ts'
import { thisWorker } from './workers/this-worker.ts'

/** The metrics of this process. Features declare theirs where they happen. */
const registry = new Registry()

export const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> =>
  new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })

export const histogram = <L extends string>(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly L[] = [],
): Histogram<L> =>
  new Histogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers: [registry] })

/** Reads values at the moment when metrics are collected. */
export type Reading<L extends string> = (gauge: Gauge<L>) => void | Promise<void>

/** A value that is read when metrics are collected, from every part that reads it; `stop` ends the reading of one. */
export interface ObservedGauge<L extends string> {
  observe(reading: Reading<L>): { stop(): void }
}

/** Shorter than a worker may take to report: while its database hangs, what it knows itself still shows. */
const readingMilliseconds = 1_000

/** A reading that fails, or takes too long, leaves its values out. */
export function gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): ObservedGauge<L> {
  const readings = new Set<Reading<L>>()
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      const read = async (reading: Reading<L>): Promise<void> => reading(this)
      await Promise.allSettled([...readings].map((reading) => withDeadline(read(reading), readingMilliseconds)))
    },
  })
  return {
    observe(reading) {
      readings.add(reading)
      return { stop: () => void readings.delete(reading) }
    },
  }
}

/** Buckets of durations in seconds, from a cached read to a request that was given up. */
export const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const topics = { ofAll: 'metrics', own: 'own-metrics' }
const ownMilliseconds = 2_000
const allMilliseconds = 4_000

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

/** Gauges of prom-client with the suffix of counters, which Prometheus' linter refuses. The same names without it add up to them. */
const misnamedGauges = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

let isStarted = false
/** In a primary process, those of all workers. */
let collect = (): Promise<string> => registry.metrics()

/** Begins to measure the process itself; in a worker, lets the primary process collect. */
function start(): void {
  if (isStarted) return
  isStarted = true
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedGauges) registry.removeSingleMetric(name)
  const worker = thisWorker()
  worker?.channel.handle(topics.own, () => registry.getMetricsAsJSON())
  if (worker) registry.setDefaultLabels({ worker: String(worker.number) })
}

/**
 * Returns a function that writes the metrics as Prometheus text. Any worker returns those of all of them, each series
 * labelled with its worker, so that the counters of one that was replaced begin again without changing a sum.
 */
export function openMetrics(): () => Promise<string> {
  start()
  const worker = thisWorker()
  return () => (worker ? worker.channel.request<string>(topics.ofAll, null, allMilliseconds) : collect())
}

/**
 * In the primary process: collects from all workers whenever this process or one of them is asked. A worker that hangs
 * is left out.
 */
export function serveMetrics(channel: Channel, workers: () => readonly Channel[]): void {
  start()
  registry.setDefaultLabels({ worker: 'primary' })
  collect = async () => {
    const collected = await Promise.allSettled([
      registry.getMetricsAsJSON(),
      ...workers().map((one) => one.request<MetricObject[]>(topics.own, null, ownMilliseconds)),
    ])
    const all = collected.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    return merge(all).metrics()
  }
  channel.handle(topics.ofAll, () => collect())
}

/** Every series differs in its worker, so that a sum leaves each as it is. */
const merge = (all: readonly (readonly MetricObject[])[]): Registry =>
  AggregatorRegistry.aggregate(all.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' }))))
