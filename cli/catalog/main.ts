import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { withDatabaseServer } from '../../platform/postgres/database-server.ts'
import { readArguments } from '../../platform/process/command-line.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { endedBySignals, runCommand } from '../../platform/process/run-main.ts'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import { withDatabases, type InstallationDatabases } from './databases.ts'
import { exportInstallation } from './export.ts'
import { fileSchema, formatParts, formatVersion, schemaName } from './format.ts'
import { importInstallation, type ImportOptions } from './import.ts'
import { readDocument } from './read-document.ts'
import type { SourceDocument } from './source-document.ts'
import { starterText } from './starter.ts'
import type { Lists } from './lists.ts'
import { validLists } from './validate.ts'
import { documentText, formats, type Format } from './write-document.ts'

const usage = `npm run catalog -- export [--environment live|sandbox] [--format json|yaml]
                              prints all that an environment sells: catalog, prices and calendar
npm run catalog -- import <file> [--environment live|sandbox] [--dry-run | --yes] [--prune]
    [--reservations keep|cancel]
                              makes an environment what a JSON or YAML file describes; - reads standard input
    --dry-run                 shows what would happen, and changes nothing
    --yes                     does not ask
    --prune                   deactivates what the lists in the file do not name
    --reservations keep       closes days and takes cenotes off sale also where reservations stand: they are kept and
                              marked as disrupted
    --reservations cancel     cancels them with full refunds, by the running product; guests are notified by e-mail
    --force                   the same as --reservations keep
npm run catalog -- copy --from live --to sandbox [--dry-run | --yes] [--prune]
    [--reservations keep|cancel]
                              makes an environment what another one is; reservations are not copied
npm run catalog -- schema     prints the JSON Schema of the file, for editors
npm run catalog -- init <file>
                              writes a commented file with one cenote, and the schema beside it

The environment is live unless another is named. Uses the databases of DATABASE_URL, or the embedded ones in DATA_DIR,
also while the product runs on them. Redirect output with npm run --silent catalog -- export > installation.json.
`

const { values, positionals } = readArguments(
  {
    allowPositionals: true,
    options: {
      environment: { type: 'string', default: 'live' },
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string', default: 'json' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      prune: { type: 'boolean', default: false },
      reservations: { type: 'string' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  },
  usage,
)
const [command = '', file, ...rest] = positionals

const commands: Readonly<Record<string, { readonly takesFile: boolean; run(): Promise<void> }>> = {
  export: { takesFile: false, run: exportAll },
  import: { takesFile: true, run: importFile },
  copy: { takesFile: false, run: copy },
  schema: { takesFile: false, run: async () => write(schemaText()) },
  init: { takesFile: true, run: init },
}

async function exportAll(): Promise<void> {
  const environment = environmentNamed('--environment', values.environment)
  const format = formats.find((name) => name === values.format)
  if (!format) throw new OperatorError(`--format must be one of ${formats.join(', ')}`)
  await inDatabases((databases) => exportTo(databases, environment, format))
}

const exportTo = (databases: InstallationDatabases, environment: Environment, format: Format): Promise<void> =>
  exportInstallation(databases, environment, async (lists) => {
    for await (const text of documentText(format, lists)) await write(text)
  })

async function importFile(): Promise<void> {
  const environment = environmentNamed('--environment', values.environment)
  requireCompatibleOptions()
  const read = await endedBySignals(async () => {
    const document = await readDocument(file ?? '')
    return { document, lists: validLists(document, formatParts()) }
  })
  await inDatabases((databases) => apply(databases, { environment, ...read }))
}

async function copy(): Promise<void> {
  const [from, to] = [environmentNamed('--from', values.from), environmentNamed('--to', values.to)]
  if (from === to) throw new OperatorError('--from and --to must be different environments')
  requireCompatibleOptions()
  await inDatabases(async (databases) => {
    const document: SourceDocument = { name: from, value: await exported(databases, from), lineOf: () => undefined }
    await apply(databases, { environment: to, document, lists: validLists(document, formatParts()) })
  })
}

/** Everything that an environment sells, as one value. */
const exported = (databases: InstallationDatabases, environment: Environment): Promise<object> =>
  exportInstallation(databases, environment, async (lists) => {
    const file: Record<string, unknown> = { formatVersion }
    for await (const { name, items } of lists) {
      const list: unknown[] = []
      for await (const item of items) list.push(item)
      file[name] = list
    }
    return file
  })

async function apply(
  databases: InstallationDatabases,
  given: { readonly environment: Environment; readonly document: SourceDocument; readonly lists: Lists },
): Promise<void> {
  const { prune, yes } = values
  const options: Omit<ImportOptions, 'commit'> = {
    ...given,
    prune,
    reservations: reservationsChoice(),
    onProgress: showProgress,
  }
  const run = (commit: boolean) => importInstallation(databases, { ...options, commit })
  const plan = await run(yes)
  const warnings = plan.warnings()
  const lines = [
    ...plan.lines(),
    '',
    ...(warnings.length > 0
      ? ['Check these amounts: they become more than 20 times larger or smaller.', ...warnings, '']
      : []),
  ]
  if (plan.isEmpty) return write([...lines, `Nothing differs in ${given.environment}.\n`].join('\n'))
  if (yes) return write([...lines, `Done in ${given.environment}.\n`].join('\n'))
  await write([...lines, ''].join('\n'))
  if (values['dry-run']) return write('Nothing was changed: this was a dry run.\n')
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new OperatorError('Nothing was changed. There is no terminal to ask on: add --yes to do this.')
  if (!(await isConfirmed(`Do this in ${given.environment}? [y/N] `))) return write('Nothing was changed.\n')
  await run(true)
  await write(`Done in ${given.environment}.\n`)
}

async function isConfirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y|yes)$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

async function init(): Promise<void> {
  const schema = path.join(path.dirname(file ?? ''), schemaName)
  await create(file ?? '', starterText)
  // It follows from the product, so that a newer one replaces it.
  await writeFile(schema, schemaText())
  await write(`Wrote ${file} and ${path.normalize(schema)}. Next: npm run catalog -- import ${file} --dry-run\n`)
}

async function create(target: string, text: string): Promise<void> {
  await writeFile(target, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(
      error.code === 'EEXIST' ? `${target}: exists already` : `${target}: cannot be written: ${error.message}`,
    )
  })
}

const schemaText = (): string => `${JSON.stringify(fileSchema(), null, 2)}\n`

const inDatabases = (work: (databases: InstallationDatabases) => Promise<void>): Promise<void> =>
  withDatabaseServer((serverUrl) => withDatabases({ serverUrl, onMigrate }, work))

const onMigrate = (database: string): boolean => showProgress(`Migrating the database ${database} to this version`)

function environmentNamed(option: string, name: string | undefined): Environment {
  const environment = environments.find((known) => known === name)
  if (!environment) throw new OperatorError(`${option} must be one of ${environments.join(', ')}`)
  return environment
}

const choices = ['keep', 'cancel'] as const

/** How reservations are treated where something is closed; null when it is not said. */
function reservationsChoice(): ImportOptions['reservations'] {
  const { reservations, force } = values
  if (reservations === undefined) return force ? 'keep' : null
  const choice = choices.find((one) => one === reservations)
  if (!choice) throw new OperatorError(`--reservations must be one of ${choices.join(', ')}`)
  if (force && choice === 'cancel') throw new OperatorError('--force and --reservations cancel exclude each other')
  return choice
}

function requireCompatibleOptions(): void {
  reservationsChoice()
  if (values['dry-run'] && values.yes) throw new OperatorError('--dry-run and --yes exclude each other')
}

const showProgress = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Waits for a slow reader, so that an export is not held in memory; one that is gone ends the command. */
async function write(text: string): Promise<void> {
  if (process.stdout.write(text)) return
  await new Promise<void>((resolve) => {
    process.stdout.once('drain', resolve)
    process.stdout.once('close', () => process.exit(0))
  })
}

// Last, for it needs all of the above.
await runCommand(async () => {
  const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined
  const isUnderstood = chosen && rest.length === 0 && (file !== undefined) === chosen.takesFile
  if (values.help || !isUnderstood) {
    process.stdout.write(usage)
    process.exitCode = values.help ? 0 : 1
    return
  }
  await chosen.run()
})
