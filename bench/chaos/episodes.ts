import type { Chance } from '../chance.ts'
import type { Fault } from './faults.ts'
import { accepts } from './processes.ts'
import type { ChaosInstallation } from './installation.ts'
import type { Journal } from './journal.ts'
import { pause, until } from './random.ts'

/** The effect of one fault, or of two at the same time. Times in milliseconds. */
export interface Episode {
  readonly name: string
  readonly begunAt: Date
  /** When the fault ended; the recovery comes after it. */
  readonly endedAt: Date
  readonly lasted: number
  readonly failures: number
  /** From the first failed request to the last. */
  readonly outage: number
  /** From the end of the fault until no request failed any more and every process was back; undefined if never. */
  readonly recovery: number | undefined
}

const recoveryMilliseconds = 120_000
const pauseBetween = { min: 1_500, max: 5_000 }
/** Two faults at the same time. */
const bothProbability = 0.25

const intBetween = (chance: Chance, min: number, max: number): number => min + chance.below(Math.max(1, max - min))

/** Every fault in random order, and again in another order. */
function* shuffledForever(faults: readonly Fault[], chance: Chance): Generator<Fault> {
  for (;;) {
    const left = [...faults]
    while (left.length > 0) yield left.splice(chance.below(left.length), 1)[0] as Fault
  }
}

/** Whether every process runs and responds. */
async function isWhole({ workers, workerPids, redis, product, query, proxies }: ChaosInstallation): Promise<boolean> {
  const pids = await workerPids()
  if (pids.length !== workers || product.pid < 0) return false
  if (redis && !(await accepts(Number(new URL(proxies.redis.address('redis://127.0.0.1')).port)))) return false
  return query('booking', 'SELECT 1').then(
    () => true,
    () => false,
  )
}

/** Causes faults for a time, one after the other or two at once; each ends before the next begins. */
export async function causeFaults(
  installation: ChaosInstallation,
  options: {
    readonly faults: readonly Fault[]
    readonly chance: Chance
    readonly journal: Journal
    readonly milliseconds: number
    readonly onEpisode: (episode: Episode) => void
  },
): Promise<Episode[]> {
  const { chance, journal } = options
  const episodes: Episode[] = []
  const next = shuffledForever(options.faults, chance)
  const endsAt = performance.now() + options.milliseconds
  while (performance.now() < endsAt) {
    await pause(intBetween(chance, pauseBetween.min, pauseBetween.max))
    const first = next.next().value as Fault
    const others = options.faults.filter(({ part }) => part !== first.part)
    const faults = chance.often(bothProbability) && others.length > 0 ? [first, chance.pick(others)] : [first]
    journal.begin()
    const begunAt = new Date()
    const startedAt = performance.now()
    await Promise.all(
      faults.map(async (fault) => {
        const end = await fault.begin(chance)
        const [min, max] = fault.holdMilliseconds
        await pause(intBetween(chance, min, max))
        await end()
      }),
    )
    const episode = await recovered(installation, journal, {
      name: faults.map(({ name }) => name).join(' + '),
      begunAt,
      startedAt,
    })
    episodes.push(episode)
    options.onEpisode(episode)
    if (episode.recovery === undefined) break
  }
  return episodes
}

async function recovered(
  installation: ChaosInstallation,
  journal: Journal,
  { name, begunAt, startedAt }: Pick<Episode, 'name' | 'begunAt'> & { readonly startedAt: number },
): Promise<Episode> {
  const over = new Date()
  const endedAt = performance.now()
  journal.unsettle()
  let wholeAt = endedAt
  const whole = async (): Promise<boolean> => {
    if (!(await isWhole(installation))) return false
    wholeAt = performance.now()
    return true
  }
  const came =
    (await until(whole, recoveryMilliseconds)) && (await until(() => journal.isSettled, recoveryMilliseconds))
  const { failures, firstFailureAt = 0, lastFailureAt = 0 } = journal
  return {
    name,
    begunAt,
    endedAt: over,
    lasted: endedAt - startedAt,
    failures,
    outage: lastFailureAt - firstFailureAt,
    recovery: came ? Math.max(0, wholeAt - endedAt, lastFailureAt - endedAt) : undefined,
  }
}
