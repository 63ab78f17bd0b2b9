import { serverUrls, sql, testServerUrl, workerUrls } from './database.ts'

/** Creates a database on the coordinator and the workers of a Citus cluster, and makes one of them. */
export async function createClusterDatabase(name: string): Promise<void> {
  for (const serverUrl of serverUrls()) {
    await sql('postgres', `CREATE DATABASE ${name}`, [], serverUrl)
    await sql(name, 'CREATE EXTENSION citus', [], serverUrl)
  }
  await sql(name, 'SELECT citus_set_coordinator_host($1, $2)', addressOf(testServerUrl()))
  for (const url of workerUrls()) await sql(name, 'SELECT citus_add_node($1, $2)', addressOf(url))
}

function addressOf(serverUrl: string): [string, number] {
  const { hostname, port } = new URL(serverUrl)
  return [hostname, Number(port)]
}
