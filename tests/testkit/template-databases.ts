import { sql, testServerUrl, uniqueName, withLock, workerUrls } from './database.ts'

/**
 * Makes databases once for the whole run, which others are copied from; `make` leaves no connection to them open.
 */
export async function makeTemplates(names: readonly string[], make: () => Promise<void>): Promise<void> {
  if (await areMade(names)) return
  await withLock(`templates ${names.join()}`, async () => {
    if (await areMade(names)) return
    await make()
    for (const name of names)
      for (const serverUrl of await serversWith(name))
        await sql('postgres', `ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`, [], serverUrl)
  })
}

async function areMade(names: readonly string[]): Promise<boolean> {
  const made = await sql('postgres', 'SELECT FROM pg_database WHERE datistemplate AND datname = ANY ($1)', [names])
  return made.length === names.length
}

declare global {
  /** Has a database dropped after the last test of this file (product-environment.js). */
  var dropAfterFile: (database: string) => void
}

/**
 * Copied as files: half of what a copy takes through the write-ahead log. The copy is dropped after the test file unless
 * it is to be kept.
 */
export async function copyTemplate(
  template: string,
  name: string,
  { keep = false }: { keep?: boolean } = {},
): Promise<void> {
  if (!keep) globalThis.dropAfterFile(name)
  for (const serverUrl of await serversWith(template)) {
    // Citus keeps sessions of its own in every database.
    await sql(
      'postgres',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [template],
      serverUrl,
    )
    await sql('postgres', `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`, [], serverUrl)
  }
}

/** The test server, and the workers of a cluster where the database is theirs, too. */
async function serversWith(name: string): Promise<string[]> {
  const found = [testServerUrl()]
  for (const serverUrl of workerUrls())
    if ((await sql('postgres', 'SELECT FROM pg_database WHERE datname = $1', [name], serverUrl)).length > 0)
      found.push(serverUrl)
  return found
}

/**
 * Creates a database as `open` leaves it, with its migrations and demo data, and returns its name. A copy takes a tenth
 * of the processor time. `template` names what is opened.
 */
export async function createDatabase(
  template: string,
  open: (serverUrl: string, name: string) => Promise<{ close(): Promise<void> }>,
  name = uniqueName(template),
): Promise<string> {
  const templateName = `template_of_${template}`
  await makeTemplates([templateName], async () => (await open(testServerUrl(), templateName)).close())
  await copyTemplate(templateName, name)
  return name
}
