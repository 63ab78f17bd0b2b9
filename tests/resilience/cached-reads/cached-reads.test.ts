import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Chance } from '../../../bench/chance.ts'
import { isLong, seedOf, times } from '../../testkit/long-form.ts'
import type { Member } from '../../testkit/member.ts'
import { keys, partner, type TestResponse } from '../../testkit/product.ts'
import { documentsOfAllFields, randomDocument, randomRead, type RandomRead } from '../../testkit/random-reads.ts'
import { faultsOf, type Fault } from './faults.ts'
import { floodTests } from './flood.ts'
import { startInstallation, type Installation } from './installation.ts'
import { Writer } from './writer.ts'
import { eventually } from '../../testkit/eventually.ts'
import { timePasses } from '../../testkit/pauses.ts'

const seed = seedOf(20_261_133)
/**
 * In CI each fault once but the kill of a process that does not write, and one round without a fault, so that each of the
 * twelve kinds of writes occurs. Half of the rounds also have changes behind the back of every process; in the others the
 * process that wrote must read its own writes at once.
 */
const rounds = times(6, 200)
const writesEach = 3
const readsEach = times(5, 24)
/** After this time, a write through one process is read through any other. */
const elsewhereMilliseconds = 1_000

const chance = new Chance(seed)
/** Each process has to plan each of them. */
const documents = isLong ? Array.from({ length: 60 }, () => randomDocument(chance)) : documentsOfAllFields(chance, 4)
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const dates = Array.from({ length: 8 }, (_, index) => day(5 + index))

let installation: Installation
beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.close())

/** Reads, again while a database that was cut off is away. */
async function read({ url, output }: Member, { query, variables, headers }: RandomRead): Promise<TestResponse> {
  const once = async (): Promise<TestResponse> => {
    const response = await partner(url, keys.demo).send('POST', '/graphql', { query, variables }, headers)
    const [error] = response.body.errors ?? []
    if (error && error.extensions.code !== 'SERVICE_UNAVAILABLE')
      throw new Error(`${JSON.stringify(error)}: ${output().slice(-4_000)}`)
    return response
  }
  return eventually(once, ({ body }) => body.errors === undefined, { describe: () => output().slice(-4_000) })
}

const dataOf = ({ body }: TestResponse): unknown => body.data
const randomReads = (count: number): RandomRead[] =>
  Array.from({ length: count }, () => randomRead(chance, documents, dates))

/** The difference between a cached read and an uncached one of the same moment. */
async function difference(member: Member, one: RandomRead): Promise<object | undefined> {
  const { uncached } = installation
  const before = await read(uncached, one)
  const actual = await read(member, one)
  if (isDeepStrictEqual(dataOf(actual), dataOf(before))) return undefined
  const after = await read(uncached, one)
  // A minute may have begun between them, and what has begun in it.
  if (!isDeepStrictEqual(dataOf(before), dataOf(after))) return difference(member, one)
  return { ...one, cache: actual.headers.get('x-cache'), cached: dataOf(actual), uncached: dataOf(after) }
}

/** Compares some reads through a process with uncached ones. Returns the reads. */
async function compare(member: Member, circumstances: string): Promise<RandomRead[]> {
  const reads = randomReads(readsEach)
  for (const one of reads) {
    const found = await difference(member, one)
    if (found) throw new Error(`Through the ${member.name} process, ${circumstances}: ${JSON.stringify(found)}`)
  }
  return reads
}

/** The process that writes, and the other one; in CI only the first of them can be killed. */
function inTurn(fault: Fault | undefined): readonly [through: Member, other: Member] {
  const [first, second] = installation.cached
  const isDrawn = chance.often(0.5)
  const isFirst = fault?.kills === undefined || isLong ? isDrawn : fault.kills === 'writer'
  return isFirst ? [first, second] : [second, first]
}

/** Writes and reads at once, and lets something break meanwhile. */
async function disturb(
  writer: Writer,
  {
    through,
    other,
    fault,
    isElsewhere,
  }: { through: Member; other: Member; fault: Fault | undefined; isElsewhere: boolean },
): Promise<boolean> {
  /** Requests to a process that is killed meanwhile fail. */
  const unlessKilled = (work: Promise<unknown>): Promise<unknown> => (fault?.kills ? work.catch(() => undefined) : work)
  // Reads that overlap the writes may be stored at the wrong moment; what they return is not defined.
  await Promise.all([
    ...Array.from({ length: writesEach }, () => unlessKilled(writer.write(through.url))),
    ...(isElsewhere ? [writer.writeElsewhere(), writer.writeElsewhere()] : []),
    ...randomReads(6).map((one) => unlessKilled(read(chance.pick(installation.cached), one))),
    fault?.begin({ writer: through, other }),
  ])
  for (const member of [through, other]) if (!member.isUp()) await member.start()
  return isElsewhere || fault?.kills === 'writer'
}

describe('reads from memory', () => {
  it(`return what uncached reads return, whatever is written and breaks in between (seed ${seed})`, async () => {
    const writer = new Writer(chance, dates, installation)
    const faults = faultsOf(installation, chance)
    const happened: Record<string, number> = {}
    const statuses: Record<string, number> = {}
    let compared = 0
    const order = [...faults.slice(0, 3), undefined, ...faults.slice(3), undefined]
    const unchanged = (): unknown[] => Object.entries(writer.changes).filter(([, count]) => count === 0)
    // A write may be refused, because what it changes is closed or full.
    for (let round = 0; round < rounds || (unchanged().length > 0 && round < 3 * rounds); round += 1) {
      const fault = order[round % order.length]
      const [through, other] = inTurn(fault)
      if (fault) happened[fault.name] = (happened[fault.name] ?? 0) + 1
      const circumstances = `round ${round}, ${fault?.name ?? 'nothing broken'}`
      const isElsewhere = await disturb(writer, { through, other, fault, isElsewhere: round % 4 < 2 })
      const writtenAt = Date.now()
      if (isElsewhere) await timePasses(elsewhereMilliseconds)
      await compare(through, `which wrote, ${circumstances}`)
      await timePasses(Math.max(0, writtenAt + elsewhereMilliseconds - Date.now()))
      for (const again of await compare(other, circumstances)) {
        const status = (await read(other, again)).headers.get('x-cache') ?? 'none'
        statuses[status] = (statuses[status] ?? 0) + 1
      }
      await fault?.end?.()
      compared += 2 * readsEach
    }
    process.stdout.write(
      `${compared} cached reads compared, seed ${seed}; faults: ${JSON.stringify(happened)}; changes: ${JSON.stringify(writer.changes)}; the second of two reads: ${JSON.stringify(statuses)}\n`,
    )
    expect(unchanged()).toEqual([])
    // Otherwise hardly any cached response was compared. There are fewer on a busy machine, where readers do not wait
    // long for changes to be read.
    expect(statuses['hit'] ?? 0).toBeGreaterThan((statuses['miss'] ?? 0) / 2)
  })
})

floodTests(() => installation)
