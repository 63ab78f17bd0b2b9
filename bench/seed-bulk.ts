// `npm run seed:bulk`: many cenotes and reservations in the databases of an installation.
import { parseArgs } from 'node:util'
import { Type } from 'typebox'
import { readConfig } from '../platform/process/config.ts'
import { demoId } from '../platform/values/demo-id.ts'
import { joinEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { environments } from '../platform/trust/identity.ts'
import { createProgress } from '../platform/process/progress.ts'
import { PostgresAddress } from '../platform/process/setting-types.ts'
import { seedBulk } from './bulk/seed.ts'

const help = `npm run seed:bulk -- [--cenotes 100000] [--reservations 1000000] [--environment sandbox|live] [--partner <id>] [--months 1]

Adds cenotes and reservations until there are as many. Books balance: places follow from the reservations, and each has
its history and events. They were made over so many months; events are left out beyond their retention. The reservations
are Demo Travel's unless a partner is named. Uses DATABASE_URL, or the embedded
database in DATA_DIR, whether the product is running there or not.
`

const { values } = parseArgs({
  options: {
    cenotes: { type: 'string', default: '100000' },
    reservations: { type: 'string', default: '1000000' },
    environment: { type: 'string', default: 'sandbox' },
    partner: { type: 'string', default: demoId('partner', 'demo') },
    months: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

function countOf(name: 'cenotes' | 'reservations'): number {
  const count = Number(values[name])
  if (Number.isInteger(count) && count >= 0 && count <= 100_000_000) return count
  throw new Error(`--${name} must be a whole number`)
}

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(help)
    return
  }
  const environment = environments.find((name) => name === values.environment)
  if (!environment) throw new Error(`--environment must be one of: ${environments.join(', ')}`)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(values.partner)) throw new Error('--partner must be a UUID')
  const [cenotes, reservations] = [countOf('cenotes'), countOf('reservations')]
  const months = Number(values.months)
  if (!Number.isInteger(months) || months < 1 || months > 120) throw new Error('--months must be 1 to 120')
  const settings = readConfig({
    DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
    DATABASE_URL: Type.Optional(PostgresAddress()),
  })
  const progress = createProgress()
  const onProgress = (step: string): void => progress.step(step)
  const started = performance.now()
  const embedded =
    settings.DATABASE_URL === undefined
      ? await joinEmbeddedPostgres({ folder: settings.DATA_DIR, onProgress })
      : undefined
  try {
    const serverUrl = settings.DATABASE_URL ?? embedded?.url ?? ''
    await seedBulk({ serverUrl, environment, cenotes, reservations, months, partnerId: values.partner, onProgress })
  } finally {
    progress.end()
    await embedded?.stop()
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  process.stdout.write(
    `${cenotes} cenotes and ${reservations} reservations stand in ${environment} after ${seconds} s\n`,
  )
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
