import { readFile } from 'node:fs/promises'
import { environmentsOf, readArguments } from '../../platform/process/command-line.ts'
import { withDatabaseServer } from '../../platform/postgres/database-server.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { OperatorError, OperatorErrors } from '../../platform/process/operator-error.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { openDatabases, type Database } from '../../subgraphs/pricing/database.ts'
import { readRates, UnusableRates, withRates, type RatesFile } from './read-rates.ts'
import { exchangeRates } from '../../subgraphs/pricing/currency/exchange-rates.ts'
import { findRates } from '../../subgraphs/pricing/currency/repository.ts'
import { changePriceListBy } from '../../subgraphs/pricing/price-list/index.ts'

const usage = `npm run rates -- import file.json   sets the rates in the file; those of other currencies stay
npm run rates -- list               shows the rates in use
  --environment live|sandbox        one environment instead of both

The file: {"base": "MXN", "rates": {"USD": 0.054, "EUR": 0.05}, "lastUpdated": "2026-01-31T12:00:00Z"}
A rate is how much of that currency one peso buys. Processes that run use them from the next request on.
`

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

await runCommand(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: { environment: { type: 'string' }, help: { type: 'boolean', default: false } },
    },
    usage,
  )
  const [command, file, ...rest] = positionals
  const isUnderstood = rest.length === 0 && (command === 'list' ? file === undefined : command === 'import' && file)
  if (values.help || !isUnderstood) {
    process.stdout.write(usage)
    process.exitCode = values.help ? 0 : 1
    return
  }
  const chosen = environmentsOf(values.environment)
  const now = new Date()
  const given = file === undefined ? undefined : await ratesIn(file, now)
  await withDatabaseServer(async (serverUrl) => {
    const { databases, close } = await openDatabases(serverUrl, 'pricing')
    try {
      for (const environment of chosen) {
        const database = databases[environment]
        if (given)
          await changePriceListBy(
            exchangeRates,
            (present) => withRates(given, present, now),
            { pool: database.pool, identity: {} },
            now,
          )
        await list(environment, database)
      }
    } finally {
      await close()
    }
  })
})

async function ratesIn(file: string, now: Date): Promise<RatesFile> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`${file}: cannot be read: ${error.message}`)
  })
  try {
    return readRates(text, now)
  } catch (error) {
    if (!(error instanceof UnusableRates)) throw error
    throw new OperatorErrors(error.problems.map((problem) => `${file}: ${problem}`))
  }
}

async function list(environment: Environment, { pool }: Database): Promise<void> {
  print(`${environment}:`)
  for (const { currency, micros, updatedAt } of await findRates(pool))
    print(`  ${currency}  ${(micros / 1_000_000).toFixed(6)}  ${updatedAt.toISOString()}`)
}
