import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { onConnection, sql } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
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

const query = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  sql<R>('booking', text, values, postgres.url)

const countOf = async (condition: string): Promise<number> =>
  (await query<{ count: number }>(`SELECT count(*)::integer AS count FROM sandbox.${condition}`))[0]?.count ?? 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-disruption-'))
  await chmod(folder, 0o755)
  postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
})
afterAll(async () => {
  await Promise.all(processes.map(({ child }) => ended(child, 'SIGKILL')))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const total = 160

it('a closure whose process is killed in the middle cancels the rest with the next, each once', async () => {
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
  // The job waits for this lock, so it cannot finish before the kill.
  const lock = {
    text: 'SELECT FROM sandbox.reservation WHERE id = $1 FOR NO KEY UPDATE',
    values: made.sort().slice(-1),
  }
  const { createClosure } = await onConnection(
    'booking',
    async (client) => {
      await client.query('BEGIN')
      await client.query(lock)
      const declared = await operator(url).ask(
        'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { disruption { id } } }',
        { input: { ...input, reservations: 'CANCEL' } },
      )
      await eventually(
        () => countOf("disruption_reservation WHERE state = 'cancelled'"),
        (done) => done > 0,
      )
      await ended(first.child, 'SIGKILL')
      return declared
    },
    postgres.url,
  )
  const left = await countOf("disruption_reservation WHERE state = 'waiting'")
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
  for (const table of [
    "reservation_event WHERE type = 'reservation.cancelled'",
    "status_change WHERE status = 'cancelled'",
    "communication WHERE type = 'cancellation_email'",
  ]) {
    const [name = '', condition = ''] = table.split(' WHERE ')
    const rows = await query<{ reservation_id: string }>(
      `SELECT reservation_id FROM sandbox.${name} WHERE ${condition}`,
    )
    expect(rows.map(({ reservation_id: id }) => id).sort()).toEqual([...made].sort())
  }
  await eventually(() => countOf("communication WHERE type = 'cancellation_email' AND status <> 'sent'"), 0, {
    milliseconds: 60_000,
  })
  const short = await countOf(
    "reservation WHERE payment IS NOT NULL AND (refund ->> 'amountCents')::integer <> (payment ->> 'amountCents')::integer",
  )
  expect(short).toBe(0)
  expect(await countOf('inventory_slot WHERE booked > 0')).toBe(0)
  const findings = await audit({ serverUrl: postgres.url, environment: 'sandbox' })
  expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
}, 240_000)
