// `npm run bench:console`: how soon the console shows something, and whether 50 events a second keep it smooth.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { demoId } from '../platform/values/demo-id.ts'
import { apiKey, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import { percentile } from './percentile.ts'

const help = `npm run bench:console -- [--seconds 20] [--browser /usr/bin/chromium]

Starts the product and opens the console in a browser without a window. Prints for two profiles of network and
processor how long a reload takes to the figures of the page Today, and the bytes until then; and for the pages Today
and Reservations, at 50 events a second, the longest task of the page and the times between its frames.
`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
    help: { type: 'boolean', default: false },
  },
})

/** Network as browsers simulate it, and how many times slower the processor is. */
const profiles = [
  { name: 'this machine, no throttling', kilobitsPerSecond: 0, latency: 0, slowdown: 1 },
  { name: 'fast 4G (9 Mbit/s, 60 ms), processor 4 times slower', kilobitsPerSecond: 9_000, latency: 60, slowdown: 4 },
] as const
const loads = 5
const eventsPerSecond = 50

interface Smoothness {
  readonly frames: readonly number[]
  readonly tasks: readonly number[]
}

/** Measurements that a page records: the times between frames and its tasks above 50 ms, in milliseconds. */
const recording = `(() => {
  const frames = [], tasks = []
  let last = performance.now()
  const frame = (now) => { frames.push(now - last); last = now; requestAnimationFrame(frame) }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ entryTypes: ['longtask'] })
  window.recorded = { frames, tasks }
})()`

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const round = (milliseconds: number): string => `${Math.round(milliseconds)} ms`
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)

async function throttle(session: CDPSession, profile: (typeof profiles)[number]): Promise<void> {
  const bytesPerSecond = profile.kilobitsPerSecond === 0 ? -1 : (profile.kilobitsPerSecond * 1_000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown })
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/today`)
  await page.getByLabel('API key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Booked since midnight').waitFor()
}

/** Reloads a signed-in tab without its cache, and prints the time to the figures. */
async function measureLoads(page: Page, session: CDPSession): Promise<void> {
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const profile of profiles) {
    await throttle(session, profile)
    const times: number[] = []
    let bytes = 0
    for (let load = 0; load < loads; load += 1) {
      const loading: Promise<number>[] = []
      const count = (request: { url(): string; sizes(): Promise<{ responseBodySize: number }> }): void => {
        if (request.url().includes('/console')) loading.push(request.sizes().then((sizes) => sizes.responseBodySize))
      }
      page.on('requestfinished', count)
      const started = performance.now()
      await page.reload({ waitUntil: 'commit' })
      await page.getByText('Booked since midnight').waitFor()
      times.push(performance.now() - started)
      page.off('requestfinished', count)
      bytes = (await Promise.all(loading)).reduce((sum, size) => sum + size, 0)
    }
    const sorted = ascending(times)
    print(
      `${profile.name}: figures after ${round(percentile(sorted, 0.5))} (median of ${loads}, slowest ${round(sorted.at(-1) ?? NaN)}), ${(bytes / 1_000).toFixed(1)} kB compressed`,
    )
  }
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  await throttle(session, profiles[0])
}

let made = 0
async function reserve(url: string, count: number): Promise<void> {
  const reservations = Array.from({ length: count }, () => {
    made += 1
    return {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: new Date(Date.now() + (3 + (made % 25)) * 86_400_000).toISOString().slice(0, 10),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ana López', email: 'ana@example.com', phone: '+52 998 555 0100' },
    }
  })
  const response = await fetch(`${url}/api/partner/reservations/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ reservations }),
  })
  await response.arrayBuffer()
}

/** Reads what the page recorded while events came, or while nothing happened. */
async function measureFrames(page: Page, url: string, seconds: number, events: boolean): Promise<Smoothness> {
  await page.evaluate(recording)
  for (let second = 0; second < seconds; second += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, 1_000))
    if (events) await reserve(url, eventsPerSecond)
    await next
  }
  return page.evaluate<Smoothness>('window.recorded')
}

async function measureEvents(page: Page, url: string, seconds: number): Promise<void> {
  for (const path of ['today', 'reservations']) {
    await page.goto(`${url}/console/${path}`)
    await page.getByText('Receiving events').waitFor()
    for (const events of [false, true]) {
      const { frames, tasks } = await measureFrames(page, url, seconds, events)
      const sorted = ascending(frames)
      const maxTask = tasks.length === 0 ? 'none above 50 ms' : round(Math.max(...tasks))
      print(
        `/${path}, ${events ? eventsPerSecond : 'no'} events a second: frames p50 ${round(percentile(sorted, 0.5))}, p99 ${round(percentile(sorted, 0.99))}, longest task ${maxTask}, ${tasks.length} above 50 ms in ${seconds} s`,
      )
    }
  }
}

await runBenchmark(async () => {
  if (values.help) {
    process.stdout.write(help)
    return true
  }
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('--seconds must be a whole number from 1')
  if (!existsSync(values.browser)) throw new Error(`There is no browser at ${values.browser}: --browser names one`)
  const { url } = await startInstallation()
  const browser = await chromium.launch({ executablePath: values.browser, args: ['--no-sandbox'] })
  atEnd(() => browser.close())
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(page, url)
  await measureLoads(page, await page.context().newCDPSession(page))
  await measureEvents(page, url, seconds)
  return true
})
