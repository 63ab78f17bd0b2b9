import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { reservationSql, reservationSqlFile } from '../../../scripts/reservation-sql.mjs'
import { columnOf } from '../../../platform/postgres/columns.ts'
import { sql } from '../../../tests/testkit/database.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases } from '../database.ts'
import { members } from './columns.ts'

it('the list of members has every column that is stored, with its type', async () => {
  const database = await createDatabase('booking', openDatabases)
  const columns = await sql<{ name: string; type: string }>(
    database,
    `SELECT attname AS name, replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz') AS type
     FROM pg_attribute
     WHERE attrelid = 'live.reservation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  )
  const listed = Object.entries(members).map(([name, type]) => [columnOf(name), type])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(columns.map(({ name, type }) => [name, type])))
})

it('the SQL that inserts and updates a reservation follows from the list', async () => {
  const written = await readFile(reservationSqlFile, 'utf8')
  // A build and `node scripts/reservation-sql.mjs` write it.
  expect(written).toBe(reservationSql(members, columnOf))
})
