import { environmentsOf, readArguments } from '../../platform/process/command-line.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { asOperator } from '../../gateway/database/open-for-command.ts'
import type { AccessRepository } from '../../gateway/database/repository.ts'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { readDocuments, type ReadDocument } from './read-documents.ts'

const usage = `npm run trust -- file.graphql manifest.json ...   trusts documents and prints their ids
npm run trust -- --list                           lists them
npm run trust -- --remove <id> ...                takes documents out again
  --environment live|sandbox                      one environment instead of both
`

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function add(repository: AccessRepository, chosen: readonly Environment[], documents: ReadDocument[]) {
  for (const { id, name, warnings } of documents) {
    print(`sha256:${id}  ${name}`)
    for (const warning of warnings) print(`  ${warning}`)
  }
  for (const environment of chosen) {
    const rows = documents.map(({ id, name, text }) => ({ id, name, text }))
    const added = await repository.addTrustedDocuments(environment, rows)
    print(`${environment}: ${added} added, ${documents.length - added} trusted before`)
  }
}

async function list(repository: AccessRepository, chosen: readonly Environment[]): Promise<void> {
  for (const environment of chosen) {
    print(`${environment}:`)
    for (const { id, name, trustedAt } of await repository.listTrustedDocuments(environment))
      print(`  sha256:${id}  ${trustedAt.toISOString()}  ${name}`)
  }
}

async function remove(repository: AccessRepository, chosen: readonly Environment[], ids: string[]): Promise<void> {
  for (const environment of chosen) {
    for (const id of ids) {
      const removed = await repository.removeTrustedDocument(environment, id.replace(/^sha256:/, '').toLowerCase())
      print(`${environment}: ${id} ${removed ? 'removed' : 'was not trusted'}`)
    }
  }
}

await runCommand(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        remove: { type: 'boolean', default: false },
        environment: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  )
  if (values.help || (!values.list && positionals.length === 0)) {
    process.stdout.write(usage)
    process.exitCode = values.help ? 0 : 1
    return
  }
  const chosen = environmentsOf(values.environment)
  if (values.list) return asOperator((repository) => list(repository, chosen))
  if (values.remove) return asOperator((repository) => remove(repository, chosen, positionals))
  const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
  const documents = await readDocuments(positionals, apiSchema)
  return asOperator((repository) => add(repository, chosen, documents))
})
