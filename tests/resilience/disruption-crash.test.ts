import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import {
  cancellationTraces,
  countDisrupted,
  countUnsentCancellations,
  partlyRefunded,
} from '../testkit/disruption-rows.ts'
import { eventually } from '../testkit/eventually.ts'
import { storedBookings } from '../testkit/inventory-rows.ts'
import { whileReservationLocked } from '../testkit/locked-tables.ts'
import { operator } from '../testkit/operator.ts'
import { ended, startProcess, type RunningProcess } from '../testkit/process.ts'
import { nextSaturday, partner, type Json } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let folder: string
let postgres: EmbeddedPostgres
const processes: RunningProcess[] = []

async function start(): Promise<RunningProcess> {
  const started = await startProcess('main.js', {
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    PORT: '0',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
  })
  processes.push(started)
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-disruption-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
})
afterAll(async () => {
  await Promise.all(processes.map(({ child }) => ended(child, 'SIGKILL')))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** More than a job cancels at once, which is 50. */
const total = 60

it('a closure whose process is killed in the middle cancels the rest with the next, each once', async () => {
  const at = { serverUrl: postgres.url }
  const first = await start()
  const url = first.url()
  const made: string[] = []
  while (made.length < total) {
    const some = await Promise.all(Array.from({ length: 20 }, () => reserve(url)))
    made.push(...some.map(({ id }: Json) => id as string))
  }
  for (let from = 0; from < total / 2; from += 20)
    await Promise.all(
      made
        .slice(from, from + 20)
        .map((id) => partner(url).post(`/api/partner/reservations/${id}/confirm`, { paymentId: `p ${id}` })),
    )
  const from = nextSaturday()
  const input = { cenoteId: demoId('cenote', 'gran-cenote'), from, to: addDays(from, 30), reason: 'weather' }
  made.sort()
  const closeAndKill = async (): Promise<Json> => {
    const declared = await operator(url).ask(
      'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { disruption { id } } }',
      { input: { ...input, reservations: 'CANCEL' } },
    )
    await eventually(
      () => countDisrupted('booking', 'cancelled', at),
      (done) => done > 0,
    )
    await ended(first.child, 'SIGKILL')
    return declared
  }
  // The job waits for this reservation, so it cannot finish before the kill.
  const { createClosure } = await whileReservationLocked('booking', made.at(-1) ?? '', closeAndKill, at)
  const left = await countDisrupted('booking', 'waiting', at)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(total)

  const second = (await start()).url()
  const progress = async (): Promise<Json> =>
    (
      await operator(second).ask('query ($id: ID!) { disruption(id: $id) { total done failed remaining } }', {
        id: createClosure.disruption.id,
      })
    ).disruption
  await eventually(progress, { total, done: total, failed: 0, remaining: 0 }, { milliseconds: 60_000 })
  // One event, one entry of the history and one mail for each.
  expect(await cancellationTraces('booking', at)).toEqual({ events: made, history: made, mails: made })
  await eventually(() => countUnsentCancellations('booking', at), 0, { milliseconds: 60_000 })
  expect(await partlyRefunded('booking', at)).toEqual([])
  expect(await storedBookings('booking', at)).toMatchObject({ bookedSlots: 0 })
  const findings = await audit({ serverUrl: postgres.url, environment: 'sandbox' })
  expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
}, 240_000)
