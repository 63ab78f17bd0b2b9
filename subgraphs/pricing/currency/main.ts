import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { withDatabaseServer } from '../../../platform/database-server.ts'
import { environments, type Environment } from '../../../platform/identity.ts'
import { runCommand } from '../../../platform/run-main.ts'
import { openDatabases, type Database } from '../database.ts'
import { readRates, UnusableRates } from './read-rates.ts'
import { findRates, saveRates } from './repository.ts'

const usage = `npm run rates -- import file.json   sets the rates in the file; those of other currencies stay
npm run rates -- list               shows the rates in use
  --environment live|sandbox        one environment instead of both

The file: {"base": "MXN", "rates": {"USD": 0.054, "EUR": 0.05}, "lastUpdated": "2026-01-31T12:00:00Z"}
A rate is how much of that currency one peso buys. Processes that run use them from the next request on.
`

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { environment: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  const [command, file, ...rest] = positionals
  const chosen = environments.filter((name) => values.environment === undefined || values.environment === name)
  const isUnderstood = rest.length === 0 && (command === 'list' ? file === undefined : command === 'import' && file)
  if (values.help || chosen.length === 0 || !isUnderstood) {
    process.stdout.write(usage)
    process.exitCode = values.help ? 0 : 1
    return
  }
  const now = new Date()
  try {
    const given = file === undefined ? undefined : readRates(await textOf(file), now)
    await withDatabaseServer(async (serverUrl) => {
      const { databases, close } = await openDatabases(serverUrl, 'pricing')
      try {
        for (const environment of chosen) {
          const database = databases[environment]
          if (given) await saveRates(database.pool, given.rates, given.lastUpdated ?? now)
          await list(environment, database)
        }
      } finally {
        await close()
      }
    })
  } catch (error) {
    if (!(error instanceof UnusableRates)) throw error
    for (const mistake of error.mistakes) process.stderr.write(`${file}: ${mistake}\n`)
    process.exitCode = 1
  }
})

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UnusableRates([`cannot be read: ${error.message}`])
  })
}

async function list(environment: Environment, { prisma }: Database): Promise<void> {
  print(`${environment}:`)
  for (const { currency, micros, updatedAt } of await findRates(prisma))
    print(`  ${currency}  ${(micros / 1_000_000).toFixed(6)}  ${updatedAt.toISOString()}`)
}
