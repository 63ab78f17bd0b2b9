import { fork } from 'node:child_process'
import { mkdtemp, chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareRecordings } from './compare.ts'
import type { Recording } from './entry.ts'
import { normalizeRecordings } from './normalize.ts'
import { describeDifferences } from './print.ts'
import { startCommit, stopAfter } from './product.ts'
import { playScenario } from './scenario.ts'
import { renames } from './renames.ts'

/** Records one built commit in a process of its own, whose state no other recording has. */
async function recordAlone(folder: string, parent: string, file: string): Promise<void> {
  const product = await startCommit(folder, parent)
  await stopAfter(product, async () => writeFile(file, JSON.stringify(await playScenario(product))))
}

async function record(folder: string, parent: string, name: string): Promise<Recording> {
  const file = path.join(parent, `${name}.json`)
  const child = fork(fileURLToPath(import.meta.url), ['--record', folder, parent, file])
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The recording of ${name} failed`)
  return JSON.parse(await readFile(file, 'utf8')) as Recording
}

async function compareBuilds(old: string, next: string): Promise<boolean> {
  const parent = await mkdtemp(path.join(tmpdir(), 'cenotes-record-'))
  // As root, PostgreSQL runs as another user, whose data folder is below.
  await chmod(parent, 0o755)
  try {
    const recordings: Recording[] = []
    for (const folder of [old, next]) {
      const recording = await record(folder, parent, `recording-${recordings.length + 1}`)
      recordings.push(recording)
      const { startedAt, endedAt, entries, withoutSuccess } = recording
      const operations = new Set(entries.map(({ operation }) => operation)).size
      const seconds = Math.round((endedAt - startedAt) / 1_000)
      console.log(`${path.basename(folder)}: ${entries.length} entries of ${operations} operations in ${seconds} s`)
      if (withoutSuccess.length > 0) console.log(`  never succeeded: ${withoutSuccess.join(', ')}`)
    }
    const [one, other] = normalizeRecordings(recordings as [Recording, Recording], renames)
    const differences = compareRecordings(one, other)
    console.log(describeDifferences(differences))
    return differences.length === 0
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

const [first = '', second = '', ...rest] = process.argv.slice(2)
if (first === '--record') await recordAlone(second, rest[0] ?? '', rest[1] ?? '')
else process.exitCode = (await compareBuilds(first, second)) ? 0 : 1
