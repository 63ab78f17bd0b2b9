import { withDatabaseServer } from '../../platform/postgres/database-server.ts'
import { readArguments } from '../../platform/process/command-line.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { databaseOpeners } from '../database-openers.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const usage = `npm run migrate   creates the databases and applies the migrations that are missing, and ends

A deployment runs it before the first process of a release starts; a process that starts does the same.
Uses the server of DATABASE_LISTEN_URL or DATABASE_URL, or the embedded one in DATA_DIR, also while the product runs.
`

await runCommand(async () => {
  const { values } = readArguments({ options: { help: { type: 'boolean', default: false } } }, usage)
  if (values.help) {
    print(usage.trimEnd())
    return
  }
  await withDatabaseServer(async (serverUrl) => {
    for (const [name, prepare] of Object.entries(databaseOpeners)) {
      const { close } = await prepare(serverUrl, name)
      await close()
      print(`${name}: up to date`)
    }
  })
})
