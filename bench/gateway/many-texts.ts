import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../platform/process/free-port.ts'
import { startThisGateway } from './gateways.ts'
import type { LoopReport } from './loop-probe.ts'
import { manyTexts } from './requests.ts'

const connections = 6
const reportSeconds = 30

/**
 * Sends this gateway only texts that are new to it, and prints its memory and the delay of its event loop. False when a
 * request failed.
 */
export async function benchManyTexts(supergraph: string, minutes: number): Promise<boolean> {
  const port = await freePort()
  const probe = new URL('./loop-probe.js', import.meta.url)
  const { url } = await startThisGateway(supergraph, {
    NODE_OPTIONS: `--import ${probe}`,
    LOOP_PROBE_PORT: String(port),
  })
  const report = async (): Promise<LoopReport> => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as LoopReport

  let sent = 0
  let failures = 0
  const endsAt = Date.now() + minutes * 60_000
  // Memory used by the start does not count.
  await report()
  const clients = Array.from({ length: connections }, async () => {
    while (Date.now() < endsAt) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: manyTexts(sent++),
      })
      const text = await response.text()
      if (!response.ok || text.includes('"errors":[')) failures += 1
    }
  })
  process.stdout.write(
    '| seconds | texts/s | heap MB | resident MB | loop late, p99 ms | at most, ms |\n' +
      '| ------: | ------: | ------: | ----------: | ----------------: | ----------: |\n',
  )
  const reports: LoopReport[] = []
  for (let before = 0; Date.now() + reportSeconds * 1_000 <= endsAt; before = sent) {
    await delay(reportSeconds * 1_000)
    const late = await report()
    reports.push(late)
    const cells = [
      String(reports.length * reportSeconds).padStart(7),
      ((sent - before) / reportSeconds).toFixed(0).padStart(7),
      (late.heapBytes / 1e6).toFixed(0).padStart(7),
      (late.residentBytes / 1e6).toFixed(0).padStart(11),
      late.p99Milliseconds.toFixed(1).padStart(17),
      late.maxMilliseconds.toFixed(1).padStart(11),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  await Promise.all(clients)
  const halves = [reports.slice(0, reports.length / 2), reports.slice(reports.length / 2)]
  const [first = 0, second = 0] = halves.map((half) => Math.max(...half.map(({ residentBytes }) => residentBytes)))
  const latest = Math.max(...reports.map(({ maxMilliseconds }) => maxMilliseconds))
  process.stdout.write(
    `\n${sent} texts; the loop was at most ${latest.toFixed(0)} ms late; peak memory of the second half to the first: ${(second / first).toFixed(2)}; ${failures} requests failed\n`,
  )
  return failures === 0
}
