import { expect, it } from '@jest/globals'
import { sql } from '../../../../tests/testkit/database.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases } from '../../database.ts'

/** Names in a list of SQL, without quotes and types. */
const namesOf = (list: string): string[] =>
  list.split(',').map((item) => item.trim().split(' ')[0]?.replaceAll('"', '') ?? '')
const memberOf = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

it('a new reservation is inserted with every column that is stored', async () => {
  const database = await createDatabase('booking', openDatabases)
  const columns = await sql<{ name: string; type: string }>(
    database,
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = 'live.reservation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
  )
  const names = columns.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(40)
  const [{ source } = { source: '' }] = await sql<{ source: string }>(
    database,
    "SELECT prosrc AS source FROM pg_proc WHERE oid = 'live.insert_reservation'::regproc",
  )
  const [, members = '', inserted = '', values = ''] =
    /AS r \(([^)]+)\)[^]*INSERT INTO reservation \(([^)]+)\)\s+VALUES \(([^]+)\);/.exec(source) ?? []
  expect(namesOf(members)).toEqual(names.map(memberOf))
  expect(namesOf(inserted)).toEqual(names)
  const assigned = [...values.matchAll(/\bp_partner\b|\bgiven\."?(\w+)"?/g)].map(([, member]) => member ?? 'partnerId')
  expect(assigned).toEqual(names.map(memberOf))
})
