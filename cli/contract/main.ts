import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { runCommand } from '../../platform/process/run-main.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { graphqlNow, octoNow, openApiNow } from './documents.ts'
import { graphqlChanges } from './graphql-changes.ts'
import { unannounced } from './notes.ts'
import { openApiChanges } from './openapi-changes.ts'

const run = promisify(execFile)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

// npm runs its scripts in the root of the repository.
const released = {
  openApi: path.resolve('schema/released/openapi.json'),
  octo: path.resolve('schema/released/octo.json'),
  graphql: path.resolve('schema/released/schema.graphql'),
  commit: path.resolve('schema/released/commit'),
}

/** Compares with the last release, and fails on a breaking change that the changelog does not announce. */
async function check(): Promise<void> {
  const documentIn = async (file: string): Promise<object> => JSON.parse(await readFile(file, 'utf8')) as object
  const changes = [
    ...openApiChanges(await documentIn(released.openApi), await openApiNow()),
    // The last release may have had none.
    ...(existsSync(released.octo) ? openApiChanges(await documentIn(released.octo), await octoNow()) : []),
    ...graphqlChanges(await readFile(released.graphql, 'utf8'), graphqlNow()),
  ]
  const silent = unannounced(changes, await readFile('CHANGELOG.md', 'utf8'))
  for (const { subject, description } of silent) print(`  \`${subject}\`: ${description}`)
  if (silent.length > 0) {
    print(`${silent.length} breaking changes are not announced: name them under "### Breaking" in CHANGELOG.md,`)
    print('or keep the contract compatible (docs/partner-api/lifecycle.md).')
    process.exitCode = 1
  } else print(`The API is compatible with its last release${changes.length > 0 ? ', but for what is announced' : ''}.`)
}

/** Stores the contract as it is now as the released one, and the commit whose code it is. */
async function release(): Promise<void> {
  const { stdout: changed } = await run('git', ['status', '--porcelain'])
  if (changed !== '') throw new OperatorError('Commit first: a release is a commit')
  const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'])
  await writeFile(released.commit, commit)
  for (const [file, document] of [
    [released.openApi, await openApiNow()],
    [released.octo, await octoNow()],
  ] as const)
    await writeFile(file, `${JSON.stringify(withoutExamples(document), null, 2)}\n`)
  await writeFile(released.graphql, `${graphqlNow()}\n`)
  print('schema/released holds the contract as it is now.')
}

/** Examples name dates of a day. */
const withoutExamples = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutExamples)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).filter(([name]) => name !== 'example' && name !== 'examples')
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutExamples(inner)]))
}

await runCommand(async () => {
  const [command] = process.argv.slice(2)
  if (command === 'check') await check()
  else if (command === 'release') await release()
  else throw new OperatorError('npm run check:api, or npm run release:api when a version is released')
})
