import { beforeAll, describe, expect, it } from '@jest/globals'
import { describeDistribution, distributeDatabase } from '../../cli/databases/distribute.ts'
import tables from '../../ops/citus/tables.json' with { type: 'json' }
import { environments } from '../../platform/trust/identity.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { findKeyProblems } from '../../subgraphs/booking/distribution/index.ts'
import { runCommand, type CommandResult } from '../testkit/command.ts'
import { onConnection, testServerUrl } from '../testkit/database.ts'
import { createDatabase } from '../testkit/template-databases.ts'

let databaseName: string
beforeAll(async () => {
  databaseName = await createDatabase('booking', openDatabases)
})

const run = (...args: string[]): Promise<CommandResult> =>
  runCommand('cli/databases/main', { DATABASE_URL: testServerUrl() }, args)

describe('a database without the extension of a cluster', () => {
  it('is not distributed, and stays as it is', async () => {
    const lines: string[] = []
    const options = { serverUrl: testServerUrl(), databaseName, onProgress: (line: string) => void lines.push(line) }
    await expect(distributeDatabase(options)).rejects.toThrow(`The database ${databaseName} has no extension citus`)
    expect(lines).toEqual([])
  })

  it('has every table on one server', async () => {
    expect(await describeDistribution({ serverUrl: testServerUrl(), databaseName })).toEqual([
      `Every table of ${databaseName} lies on this server.`,
    ])
  })
})

describe('npm run databases -- distribute', () => {
  it('says why it does nothing', async () => {
    const { code, output } = await run('distribute')
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The (server has no database booking|database booking has no extension citus)/),
    })
  })

  it('refuses a number of shards that no cluster has', async () => {
    const { code, output } = await run('distribute', '--shards', 'many')
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('--shards must be') })
  })
})

describe.each(environments)('the tables that a cluster distributes, in %s', (environment) => {
  /** The problems after some statements, which are rolled back. */
  const problemsAfter = (...statements: string[]): Promise<string[]> =>
    onConnection(databaseName, async (client) => {
      await client.query('BEGIN')
      await client.query(`SET LOCAL search_path = ${environment}, public`)
      for (const statement of statements) await client.query(statement)
      return (await findKeyProblems(client)).map(({ table, problem }) => `${table}: ${problem}`)
    })

  it('have the partner in every key, and nothing that a cluster refuses', async () => {
    expect(await problemsAfter()).toEqual([])
  })

  it.each([
    [
      'CREATE UNIQUE INDEX planted ON reservation (booking_reference)',
      'reservation: the unique index planted does not contain partner_id',
    ],
    [
      'ALTER TABLE reservation ADD other uuid; ALTER TABLE reservation ADD CONSTRAINT planted UNIQUE (id, other)',
      'reservation: the unique index planted does not contain partner_id',
    ],
    ['ALTER TABLE test_mail DROP COLUMN partner_id CASCADE', 'test_mail: has no column partner_id'],
    [
      `CREATE UNIQUE INDEX one_id ON reservation (id); ALTER TABLE status_change ADD CONSTRAINT planted FOREIGN KEY (reservation_id) REFERENCES reservation (id)`,
      'status_change: the foreign key planted refers to reservation without partner_id',
    ],
    [
      'ALTER TABLE webhook ADD reservation uuid; ALTER TABLE webhook ADD CONSTRAINT planted FOREIGN KEY (partner_id, reservation) REFERENCES reservation (partner_id, id)',
      'reservation: the foreign key planted of webhook, which is not distributed, refers to it',
    ],
    [
      'CREATE UNIQUE INDEX of_partner ON webhook (partner_id); ALTER TABLE reservation ADD CONSTRAINT planted FOREIGN KEY (partner_id) REFERENCES webhook (partner_id)',
      'reservation: the foreign key planted refers to webhook, which is not distributed',
    ],
    [
      'CREATE TRIGGER planted AFTER INSERT ON communication FOR EACH STATEMENT EXECUTE FUNCTION record_all_facts_changed()',
      'communication: has the trigger planted',
    ],
    [
      'ALTER TABLE status_change ADD planted xid8 DEFAULT pg_current_xact_id()',
      'status_change: the default of planted, pg_current_xact_id(), differs between servers',
    ],
  ])('are not accepted after %j', async (statements, problem) => {
    expect(await problemsAfter(...statements.split('; '))).toContain(problem)
  })

  it('appear with all others exactly once in tables.json, and each of its functions exists once', async () => {
    const { distributed, localInTwoPhases, local, nodeFunctions, partnerFunctions } = tables
    const found = await onConnection(databaseName, async (client) => {
      await client.query(`SET search_path = ${environment}, public`)
      for (const name of [...nodeFunctions, ...partnerFunctions])
        await client.query('SELECT $1::text::regproc::oid::regprocedure', [name])
      const { rows } = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema::regnamespace
         AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'`,
      )
      return rows.map(({ name }) => name)
    })
    expect([...distributed, ...localInTwoPhases, ...local].sort()).toEqual(found.sort())
  })
})
