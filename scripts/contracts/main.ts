import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { runCommand } from '../../platform/process/run-main.ts'
import { breakingChanges, type Snapshots } from './changes.ts'
import { readDocuments } from './documents.ts'
import { formatSnapshot, snapshotFile, snapshotNames } from './snapshots.ts'

const run = promisify(execFile)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Writes the snapshots of the documents as they are now. */
async function refresh(): Promise<void> {
  const documents = await readDocuments()
  for (const name of snapshotNames) await writeFile(snapshotFile(name), formatSnapshot(documents[name]))
  print(`Wrote ${snapshotNames.map(snapshotFile).join(', ')}.`)
}

/** Reads the snapshots of a commit, or of the working tree when it is omitted. */
async function readSnapshots(commit?: string): Promise<Snapshots> {
  const read = async (file: string): Promise<string> => {
    if (commit === undefined) return readFile(file, 'utf8')
    const { stdout } = await run('git', ['show', `${commit}:${file}`], { maxBuffer: 100_000_000 }).catch(() => {
      throw new OperatorError(`${commit} is no commit with ${file}`)
    })
    return stdout
  }
  return {
    openapi: await read(snapshotFile('openapi')),
    octo: await read(snapshotFile('octo')),
    supergraph: await read('schema/supergraph.graphql'),
  }
}

// npm runs its scripts in the root of the repository.
await runCommand(async () => {
  const [old = 'HEAD', now, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || [old, now].some((commit) => commit?.startsWith('-')))
    throw new OperatorError('Usage: npm run contracts, or npm run contracts -- OLD [NEW] with commits')
  if (process.argv.length === 2) await refresh()
  const changes = await breakingChanges(await readSnapshots(old), await readSnapshots(now))
  const range = `from ${old} to ${now ?? 'the working tree'}`
  if (changes.length === 0) print(`No breaking changes ${range}.`)
  else print(`Breaking changes ${range}, for "### Breaking" in CHANGELOG.md:\n\n${changes.join('\n')}`)
})
