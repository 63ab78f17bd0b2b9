import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Address of the PostgreSQL server of this test run. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('Tests need the server that tests/testkit/global-setup.ts starts')
  return url
}

/** A database name that no other test uses. */
export const uniqueName = (prefix: string): string => `${prefix}_${randomUUID().slice(0, 8)}`

/** Runs SQL on one database of the test server, or another one, outside the code under test. */
export async function sql<R extends pg.QueryResultRow>(
  database: string,
  text: string,
  values: unknown[] = [],
  serverUrl = testServerUrl(),
): Promise<R[]> {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}
