import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startJobs } from '../../../platform/process/job.ts'
import { createLogger } from '../../../platform/process/logger.ts'
import { testServerUrl } from '../../../tests/testkit/database.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../database.ts'
import { pruneEventsJob } from './prune.ts'
import { countEvents, findEvents, positionProblem, readEvents } from './repository.ts'
import { eventually } from '../../../tests/testkit/eventually.ts'

const logger = createLogger('silent', 'test')
const start = { transaction: 0, sequence: 0 }
let opened: Awaited<ReturnType<typeof openDatabases>>

/** Writes events of a partner with given ages, each in its own transaction. */
async function write({ pool }: Database, partnerId: string, count: number, days: number): Promise<void> {
  for (let version = 1; version <= count; version += 100)
    await pool.query(
      `INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'reservation.modified', version,
         now() - make_interval(days => $3), '{}' FROM generate_series($4::integer, $4::integer + 99) version`,
      [partnerId, randomUUID(), days, version],
    )
}

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
})
afterAll(() => opened.close())

describe('the log', () => {
  it('lets what is older than 30 days expire in the background, in several processes, and nothing else', async () => {
    const { live, sandbox } = opened.databases
    const [busy, quiet] = [randomUUID(), randomUUID()]
    await write(live, busy, 700, 31)
    await write(sandbox, busy, 1_300, 31)
    await write(sandbox, busy, 200, 29)
    await write(sandbox, quiet, 100, 29)
    // All events are settled once the transactions that began before, in any database, have ended.
    let before = await readEvents(sandbox.pool, start, 2_000, { partnerId: busy })
    while (before.length < 1_500) before = await readEvents(sandbox.pool, start, 2_000, { partnerId: busy })
    while ((await readEvents(sandbox.pool, start, 2_000, { partnerId: quiet })).length < 100);
    const [oldest, lastOld, firstStored] = [before[0], before[1_299], before[1_300]].map(
      (event) => event?.position ?? start,
    )
    const services = { databases: opened.databases, clock: opened.watch.clock }
    const jobs = [1, 2].map(() => startJobs([{ ...pruneEventsJob, everyMilliseconds: 20 }], services, logger))
    const left = async () =>
      (await countEvents(sandbox.pool, { partnerId: busy })) + (await countEvents(live.pool, { partnerId: busy }))
    await eventually(left, 200)
    await Promise.all(jobs.map((job) => job.stop()))
    expect(await findEvents(live.pool, { partnerId: busy }, { take: 10 })).toEqual([])
    expect(await readEvents(sandbox.pool, start, 2_000, { partnerId: busy })).toEqual(before.slice(1_300))
    expect(await readEvents(sandbox.pool, start, 2_000, { partnerId: quiet })).toHaveLength(100)

    // A cursor before a pruned event is refused; a later cursor continues.
    expect(await positionProblem(sandbox.pool, busy, oldest ?? start)).toBe('expired')
    expect(await positionProblem(sandbox.pool, busy, lastOld ?? start)).toBeNull()
    expect(await positionProblem(sandbox.pool, busy, firstStored ?? start)).toBeNull()
    expect(await positionProblem(sandbox.pool, quiet, oldest ?? start)).toBeNull()
  })
})
