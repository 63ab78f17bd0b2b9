// `npm run bench:octo`: OCTO beside the REST API, in one process of the product.
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import {
  availabilityQuery,
  creation,
  creationBodies,
  dayFromNow,
  octoBookingBody,
  octoMonth,
  octoProducts,
  restMonth,
  restProducts,
  type AvailabilityResponse,
  type Case,
  type OctoSlot,
} from './cases.ts'
import { startInstallation } from './installation.ts'
import { runBenchmark } from './leftovers.ts'
import { connections, fetchText, measure, productSide, type Measured } from './side.ts'

const help = `npm run bench:octo -- [--seconds 3] [--rounds 5] [--cache-mb 0]

Starts the product and measures requests of OCTO beside those of REST for the same: availability of 31 days,
uncompressed and compressed; the products beside the list of cenotes; bookings beside creations; the first two also with
capabilities. REST and OCTO alternate for that many rounds, after one that fills the cache. Prints for each the mean of
its rounds, and OCTO in proportion to REST, the median of the rounds: in processor time, and in requests a second. Exits
1 when a response is wrong, or OCTO misses a goal.
`

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    'cache-mb': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const warmUpSeconds = 2
const nameWidth = 42

/** A request of OCTO that is measured beside one of REST. */
interface Pair {
  readonly rest: Case
  readonly octo: Case
  /** Each body can be sent once. */
  readonly takesPlaces?: boolean
  /** The bound of a ratio, with the ratio that is bounded. */
  readonly goal?: {
    readonly of: 'processor time' | 'requests a second'
    readonly maximum?: number
    readonly minimum?: number
  }
}

async function bench(): Promise<boolean> {
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  if (!(seconds >= 1) || !Number.isInteger(rounds) || rounds < 1)
    throw new Error('--seconds must be at least 1, and --rounds a whole number of at least 1')
  process.stderr.write('starting the product\n')
  const cacheMb = values['cache-mb']
  const { url } = await startInstallation(undefined, cacheMb === undefined ? {} : { CACHE_MB: cacheMb })
  const side = productSide(url)

  // Each side gets its own days, so that neither finds places taken by the other.
  const places = async (days: number): Promise<AvailabilityResponse> =>
    JSON.parse(await fetchText(url, '/graphql', 'POST', availabilityQuery(dayFromNow(days)))) as AvailabilityResponse
  const [restPlaces, octoPlaces] = await Promise.all([places(3), places(33)])
  const restBodies = creationBodies([restPlaces])
  const cenoteIds = restPlaces.data.cenotes.nodes.map(({ id }) => id)
  const slots = new Map<string, OctoSlot>()
  for (const id of cenoteIds) {
    const read = octoMonth([id], [dayFromNow(33)])
    const response = await fetchText(url, read.path, 'POST', read.bodies?.[0])
    for (const slot of JSON.parse(response) as OctoSlot[]) slots.set(`${id} ${slot.id.slice(0, 16)}`, slot)
  }
  const octoBodies = creationBodies([octoPlaces]).map((body) => octoBookingBody(body, slots))
  requireSamePlaces(octoPlaces, slots)

  const [month, octo] = [restMonth(cenoteIds), octoMonth(cenoteIds)]
  const pricing = { 'octo-capabilities': 'octo/pricing' }
  const all = { 'octo-capabilities': 'octo/pricing, octo/content' }
  const pairs: readonly Pair[] = [
    { rest: month, octo, goal: { of: 'processor time', maximum: 1.3 } },
    // As most HTTP clients request it.
    { rest: compressed(month), octo: compressed(octo), goal: { of: 'processor time', maximum: 1.3 } },
    { rest: month, octo: { ...octo, name: `${octo.name}, pricing`, headers: pricing } },
    { rest: restProducts, octo: octoProducts, goal: { of: 'processor time', maximum: 1 } },
    { rest: restProducts, octo: { ...octoProducts, name: `${octoProducts.name}, pricing and content`, headers: all } },
    {
      rest: { ...creation, name: 'REST creation', bodies: restBodies },
      octo: { ...creation, name: 'OCTO booking', path: '/octo/v1/bookings', bodies: octoBodies },
      takesPlaces: true,
      goal: { of: 'requests a second', minimum: 0.8 },
    },
  ]
  const lines: string[] = []
  const goals: string[] = []
  let flawless = true
  for (const { rest, octo, goal, takesPlaces = false } of pairs) {
    const measured = { rest: [] as Measured[], octo: [] as Measured[] }
    // Reads are measured from the warm cache: an earlier round fills it.
    for (let round = takesPlaces ? 0 : -1; round < rounds; round += 1) {
      // The first of a pair may find the process colder.
      for (const name of round % 2 === 0 ? (['rest', 'octo'] as const) : (['octo', 'rest'] as const)) {
        const one = name === 'rest' ? rest : octo
        process.stderr.write(`measuring: ${one.name}\n`)
        const result = await measure(side, takesPlaces ? shareOf(one, round, rounds) : one, {
          warmUpSeconds,
          seconds,
        })
        if (round >= 0) measured[name].push(result)
        if (takesPlaces && result.ranOutOfBodies) {
          flawless = false
          process.stderr.write(`${one.name}: bodies were sent again, take fewer seconds\n`)
        }
        if (result.errors > 0) {
          flawless = false
          process.stderr.write(
            `${one.name}: ${result.errors} errors; responses by status ${JSON.stringify(result.statuses)}\n`,
          )
        }
      }
    }
    const [ofRest, ofOcto] = [meanOf(measured.rest), meanOf(measured.octo)]
    const processorTime = medianRatio(measured, ({ cpuEach }) => cpuEach)
    const rate = medianRatio(measured, ({ requestsPerSecond }) => requestsPerSecond)
    lines.push(
      row(rest.name, ofRest, '1.00', '1.00'),
      row(octo.name, ofOcto, processorTime.toFixed(2), rate.toFixed(2)),
    )
    if (!goal) continue
    const ratio = goal.of === 'processor time' ? processorTime : rate
    const isMet = ratio <= (goal.maximum ?? Infinity) && ratio >= (goal.minimum ?? 0)
    const bound = goal.maximum === undefined ? `at least ${goal.minimum}` : `at most ${goal.maximum}`
    goals.push(`${octo.name}: ${ratio.toFixed(2)} of REST in ${goal.of}, goal ${bound}: ${isMet ? 'met' : 'MISSED'}`)
    flawless &&= isMet
  }
  const headings = ['requests/s', 'p50 ms', 'p90 ms', 'p99 ms', 'CPU ms', 'errors', 'CPU ratio', 'rate ratio']
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${connections} connections, ${rounds} rounds of ${seconds} s after ${warmUpSeconds} s of warm-up`,
      '',
      `| ${'case'.padEnd(nameWidth)} | ${headings.map((heading) => heading.padStart(10)).join(' | ')} |`,
      `| ${'-'.repeat(nameWidth)} | ${headings.map(() => `${'-'.repeat(9)}:`).join(' | ')} |`,
      ...lines,
      '',
      ...goals,
      '',
    ].join('\n'),
  )
  return flawless
}

/** A case whose client accepts compressed responses. */
const compressed = (one: Case): Case => ({
  ...one,
  name: `${one.name}, gzip`,
  headers: { ...one.headers, 'accept-encoding': 'gzip' },
})

/** A case with the bodies of one round. */
function shareOf(one: Case, round: number, rounds: number): Case {
  const { bodies = [] } = one
  const share = Math.floor(bodies.length / rounds)
  return { ...one, bodies: bodies.slice(round * share, (round + 1) * share) }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The median round's ratio of OCTO to REST, so that rounds on a busy machine do not distort it. */
function medianRatio(
  { rest, octo }: Readonly<Record<'rest' | 'octo', readonly Measured[]>>,
  figure: (measured: Measured) => number,
): number {
  const ratios = octo.map((one, round) => figure(one) / figure(rest[round] as Measured)).sort((a, b) => a - b)
  const middle = Math.floor(ratios.length / 2)
  return ratios.length % 2 === 1 ? (ratios[middle] ?? NaN) : mean(ratios.slice(middle - 1, middle + 1))
}

type Figures = Pick<Measured, 'requestsPerSecond' | 'p50' | 'p90' | 'p99' | 'cpuEach' | 'errors'>

const meanOf = (measured: readonly Measured[]): Figures => ({
  requestsPerSecond: mean(measured.map(({ requestsPerSecond }) => requestsPerSecond)),
  p50: mean(measured.map(({ p50 }) => p50)),
  p90: mean(measured.map(({ p90 }) => p90)),
  p99: mean(measured.map(({ p99 }) => p99)),
  cpuEach: mean(measured.map(({ cpuEach }) => cpuEach)),
  errors: measured.reduce((sum, { errors }) => sum + errors, 0),
})

function row(
  name: string,
  { requestsPerSecond, p50, p90, p99, cpuEach, errors }: Figures,
  ...ratios: string[]
): string {
  const times = [p50, p90, p99].map((milliseconds) => milliseconds.toFixed(1))
  const figures = [requestsPerSecond.toFixed(0), ...times, cpuEach.toFixed(2), String(errors), ...ratios]
  return `| ${name.padEnd(nameWidth)} | ${figures.map((figure) => figure.padStart(10)).join(' | ')} |`
}

/** Throws unless OCTO has every slot with the places that GraphQL has. */
function requireSamePlaces({ data }: AvailabilityResponse, slots: ReadonlyMap<string, OctoSlot>): void {
  for (const { id, availability } of data.cenotes.nodes)
    for (const { date, timeSlots } of availability.days)
      for (const { time, remaining } of timeSlots) {
        const slot = slots.get(`${id} ${date}T${time}`)
        if (slot?.vacancies !== remaining)
          throw new Error(
            `OCTO has ${slot?.vacancies ?? 'no'} places at ${id} on ${date} at ${time}, GraphQL ${remaining}`,
          )
      }
}

if (values.help) process.stdout.write(help)
else await runBenchmark(bench)
