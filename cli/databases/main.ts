import { readArguments } from '../../platform/process/command-line.ts'
import { withDatabaseServer, withNamedServer } from '../../platform/postgres/database-server.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { copyDatabases } from './copy.ts'
import { describeDistribution, distributeDatabase } from './distribute.ts'

const usage = `npm run databases -- copy --from <address or data folder> [--running]
                              copies all databases, as of one moment, to those of DATABASE_URL, or to the embedded ones
                              in DATA_DIR, which must be empty
    --from                    postgresql://user:password@host:5432, or the DATA_DIR of an embedded server
    --running                 copies also while the product runs on the source, such as for a backup
npm run databases -- distribute
                              distributes reservations by partner over the workers of a Citus cluster whose coordinator
                              DATABASE_URL names, with all rows there are, while the product is stopped (docs/scale.md)
    --shards <number>         of each table: the maximum number of workers; 32 by default
npm run databases -- status   prints on which server the tables of booking lie
`

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const { values, positionals } = readArguments(
  {
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      running: { type: 'boolean', default: false },
      shards: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
)

await runCommand(async () => {
  const [command, ...further] = positionals
  if (values.help || further.length > 0) return showUsage()
  if (command === 'copy' && values.from !== undefined) return copy(values.from)
  if (command === 'distribute') return distribute()
  if (command === 'status') return status()
  return showUsage()
})

function showUsage(): void {
  process.stdout.write(usage)
  process.exitCode = values.help ? 0 : 1
}

async function copy(from: string): Promise<void> {
  await withNamedServer(from, (source) =>
    withDatabaseServer((target) =>
      copyDatabases({
        from: { serverUrl: source },
        to: { serverUrl: target },
        running: values.running,
        onProgress: (database, rows) => print(`${database.padEnd(8)} ${String(rows).padStart(10)} rows`),
      }),
    ),
  )
  print('All rows are there. The SIGNING_SECRET of the source belongs to them.')
}

async function distribute(): Promise<void> {
  const shards = values.shards === undefined ? undefined : Number(values.shards)
  if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1 && shards <= 1024))
    throw new OperatorError('--shards must be a whole number from 1 to 1024')
  await withDatabaseServer((serverUrl) =>
    distributeDatabase({ serverUrl, ...(shards === undefined ? {} : { shards }), onProgress: print }),
  )
}

async function status(): Promise<void> {
  await withDatabaseServer(async (serverUrl) => {
    for (const line of await describeDistribution({ serverUrl })) print(line)
  })
}
