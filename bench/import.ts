// `npm run bench:import -- --cenotes 10000`: an installation file with so many cenotes, imported into a product that runs
// and takes reservations meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { eventsOfImport, ReservationsMeanwhile } from './import/events.ts'
import { environment, startInstallation } from './installation.ts'
import { atEnd, runBenchmark } from './leftovers.ts'
import { percentile } from './percentile.ts'

const maxSeconds = 120
/** An event of a reservation reaches its subscriber within this time during an import. */
const maxLagMilliseconds = 1_000
const servicesEach = 3

const { values } = parseArgs({ options: { cenotes: { type: 'string', default: '10000' } } })
const count = Number(values.cenotes)

interface InstallationFile {
  readonly formatVersion: number
  readonly amenities: readonly object[]
  readonly cenotes: readonly ({
    readonly location: object
    readonly meetingPoints?: readonly { readonly id?: string }[]
  } & Record<string, unknown>)[]
  readonly services: readonly ({ readonly service: string } & Record<string, unknown>)[]
}

/** The demo's cenotes and services again and again, each with a slug of its own. */
async function largeFile(): Promise<string> {
  const demo = JSON.parse(
    await readFile(new URL('../../demo/installation.json', import.meta.url), 'utf8'),
  ) as InstallationFile
  const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  const bookable = [...new Map(demo.services.map((service) => [service.service, service])).values()]
  const cenotes = Array.from({ length: count }, (_, index) => {
    const { location, meetingPoints = [], ...cenote } = pick(demo.cenotes, index)
    return {
      ...cenote,
      slug: `bench-${index}`,
      location: { ...location, latitude: 18 + (index % 300) / 100 },
      // Ids are unique; without one each gets its own.
      meetingPoints: meetingPoints.map(({ id: _id, ...point }) => point),
    }
  })
  const services = cenotes.flatMap(({ slug }, index) =>
    Array.from({ length: servicesEach }, (_, at) => ({ ...pick(bookable, index + at), cenote: slug })),
  )
  return JSON.stringify({ formatVersion: demo.formatVersion, amenities: demo.amenities, cenotes, services })
}

/** Peak memory of a process, in bytes; undefined where the system does not report it. */
async function peakMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
}

async function bench(): Promise<boolean> {
  const { url, serverUrl } = await startInstallation()
  const poolOf = (database: string): pg.Pool => {
    const pool = new pg.Pool({ connectionString: new URL(`/${database}`, serverUrl).href, max: 1 })
    atEnd(() => pool.end())
    return pool
  }
  const { rows: own } = await poolOf('catalog').query<{ id: string }>(
    'SELECT id FROM sandbox.cenote UNION ALL SELECT id FROM sandbox.tour',
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-import-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'installation.json')
  const text = await largeFile()
  await writeFile(file, text)
  const meanwhile = await ReservationsMeanwhile.start(url)
  const started = performance.now()
  const command = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../cli/catalog/main.js', import.meta.url)),
      'import',
      file,
      '--environment',
      'sandbox',
      '--yes',
    ],
    { env: { ...environment, DATABASE_URL: serverUrl }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  let peak = 0
  const watch = setInterval(() => {
    void peakMemory(command.pid ?? 0).then((bytes = 0) => (peak = Math.max(peak, bytes)))
  }, 100)
  const [code] = (await once(command, 'exit')) as [number | null]
  clearInterval(watch)
  const seconds = (performance.now() - started) / 1_000
  const events = await eventsOfImport(poolOf('booking'), new Set(own.map(({ id }) => id)))
  await meanwhile.stop()
  const { failures } = meanwhile
  const lags = meanwhile.lags.toSorted((a, b) => a - b)
  const lagText = [50, 99, 100].map((share) => `p${share} ${percentile(lags, share / 100).toFixed(0)} ms`).join(', ')
  process.stdout.write(
    [
      `Imported ${count} cenotes with ${count * servicesEach} services, a file of ${(text.length / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s`,
      `(exit code ${String(code)}; peak memory of the command ${(peak / 1e6).toFixed(0)} MB; the limit for 10,000 is ${maxSeconds} s)`,
      `${events.events} events of ${events.products} products: ${events.created} product.created, at most ${events.maxCreated} for one, and at most ${events.maxEvents} of all types`,
      `${lags.length} reservations meanwhile; their events reached a subscriber after ${lagText} (the limit is ${maxLagMilliseconds} ms)`,
      ...failures.slice(0, 10),
      '',
    ].join('\n'),
  )
  const isInTime = seconds <= maxSeconds * Math.max(1, count / 10_000)
  const isReportedOnce = events.created === count && events.maxCreated === 1
  const isUndisturbed = failures.length === 0 && (lags.at(-1) ?? Infinity) <= maxLagMilliseconds
  return code === 0 && isInTime && isReportedOnce && isUndisturbed
}

await runBenchmark(bench)
