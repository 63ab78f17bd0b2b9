// Imported into a gateway (`--import`): how late its event loop was, and its memory, since the last request for it over
// HTTP.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface LoopReport {
  readonly p99Milliseconds: number
  readonly maxMilliseconds: number
  readonly heapBytes: number
  readonly residentBytes: number
}

// The planning thread imports this too, but must not report.
if (isMainThread && process.env['LOOP_PROBE_PORT']) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const report = (): LoopReport => {
    const { heapUsed, rss } = process.memoryUsage()
    const late = { p99Milliseconds: delays.percentile(99) / 1e6, maxMilliseconds: delays.max / 1e6 }
    delays.reset()
    return { ...late, heapBytes: heapUsed, residentBytes: rss }
  }
  createServer((_request, response) => response.end(JSON.stringify(report())))
    .listen(Number(process.env['LOOP_PROBE_PORT']), '127.0.0.1')
    .unref()
}
