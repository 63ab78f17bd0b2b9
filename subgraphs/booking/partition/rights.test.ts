import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { environments } from '../../../platform/trust/identity.ts'
import { sql, testServerUrl, uniqueName } from '../../../tests/testkit/database.ts'
import { openDatabases } from '../database.ts'

const name = uniqueName('rights')
const stranger = uniqueName('stranger')
const writer = uniqueName('writer')
let opened: Awaited<ReturnType<typeof openDatabases>>
beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), name)
  for (const role of [stranger, writer]) {
    await sql(name, `CREATE ROLE ${role} LOGIN PASSWORD 'of the test'`)
    await sql(name, `GRANT USAGE ON SCHEMA live, sandbox TO ${role}`)
  }
})
afterAll(async () => {
  await opened.close()
  for (const role of [stranger, writer]) {
    await sql(name, `DROP OWNED BY ${role}`)
    await sql(name, `DROP ROLE ${role}`)
  }
})

async function runAs(role: string, ...statements: string[]): Promise<unknown[]> {
  const url = new URL(testServerUrl())
  url.username = role
  url.password = 'of the test'
  return sql(name, statements.join('; '), undefined, url.toString())
}

const functions = ['add_event_partitions()', 'drop_expired_event_partition()']

describe.each(environments)('functions of partitions in %s', (environment) => {
  it.each([...functions, `attach_partition('reservation_event', 'stolen', 'occurred_at', '0001-01-01', '0001-02-01')`])(
    'are refused to roles that may only connect: %s',
    async (call) => {
      await expect(runAs(stranger, `SELECT ${environment}.${call}`)).rejects.toThrow('permission denied for function')
    },
  )

  it('can be granted to a role that does not own the tables', async () => {
    for (const call of functions) {
      const [signature] = await sql<{ of: string }>(
        name,
        `SELECT oid::regprocedure::text AS of FROM pg_proc WHERE pronamespace = $1::regnamespace AND proname = $2`,
        [environment, call.slice(0, -2)],
      )
      await sql(name, `GRANT EXECUTE ON FUNCTION ${signature?.of ?? ''} TO ${writer}`)
      await expect(runAs(writer, `SELECT ${environment}.${call}`)).resolves.toHaveLength(1)
    }
  })

  it('take no table from the schema of temporary tables of the caller', async () => {
    const rows = await sql<{ name: string; config: string[] | null; definer: boolean }>(
      name,
      `SELECT proname AS name, proconfig AS config, prosecdef AS definer FROM pg_proc
       WHERE pronamespace = $1::regnamespace AND prosecdef ORDER BY proname`,
      [environment],
    )
    expect(rows).toEqual(
      functions.map((call) => ({
        name: call.slice(0, -2),
        config: [`search_path=${environment}, pg_temp`],
        definer: true,
      })),
    )
    await sql(name, `GRANT TEMPORARY ON DATABASE ${name} TO ${writer}`)
    // The caller's table would say that every month has expired.
    await sql(
      name,
      `CREATE TEMPORARY TABLE event_retention ON COMMIT DROP AS SELECT true AS one, 'infinity'::timestamptz AS expired_before;
       DO $$ BEGIN ASSERT ${environment}.drop_expired_event_partition() IS NULL; END $$`,
      undefined as never,
    )
  })
})
