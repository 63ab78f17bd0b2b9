import { readArguments } from '../../platform/process/command-line.ts'
import { withDatabaseServer, withNamedServer } from '../../platform/postgres/database-server.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { copyDatabases } from './copy.ts'

const usage = `npm run databases -- copy --from <address or data folder> [--running]
                              copies all databases, as of one moment, to those of DATABASE_URL, or to the embedded ones
                              in DATA_DIR, which must be empty
    --from                    postgresql://user:password@host:5432, or the DATA_DIR of an embedded server
    --running                 copies also while the product runs on the source, such as for a backup
`

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const { values, positionals } = readArguments(
  {
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      running: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
)

await runCommand(async () => {
  const { from, running } = values
  if (values.help || positionals.length !== 1 || positionals[0] !== 'copy' || from === undefined) {
    process.stdout.write(usage)
    process.exitCode = values.help ? 0 : 1
    return
  }
  await withNamedServer(from, (source) =>
    withDatabaseServer((target) =>
      copyDatabases({
        from: { serverUrl: source },
        to: { serverUrl: target },
        running,
        onProgress: (database, rows) => print(`${database.padEnd(8)} ${String(rows).padStart(10)} rows`),
      }),
    ),
  )
  print('All rows are there. The SIGNING_SECRET of the source belongs to them.')
})
