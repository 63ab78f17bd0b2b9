// `npm run record -- OLD NEW`: builds two commits, and runs the recorder, which is TypeScript and shares the testkit,
// outside Jest.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildCommit, hashOf } from './build-commit.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// Beside the packages, which it imports, and not in dist/, which a build empties.
const outfile = path.join(root, 'node_modules/.cache/record/main.js')
await build({
  entryPoints: [path.join(root, 'tests/record/main.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  // The testkit asserts with Jest's `expect`, which as a package works outside it.
  alias: { '@jest/globals': 'expect' },
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
})

const [oldName = 'HEAD~1', newName = 'HEAD'] = process.argv.slice(2)
// Both are named before the first is built: a branch may move meanwhile.
const hashes = [hashOf(oldName), hashOf(newName)]
let recorder
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    // Its end ends this process, which removes the worktrees.
    if (recorder) recorder.kill(signal)
    else process.exit(1)
  })
const builds = new Map([...new Set(hashes)].map((hash) => [hash, buildCommit(hash)]))
const folders = hashes.map((hash) => builds.get(hash).folder)
recorder = spawn(process.execPath, ['--enable-source-maps', outfile, ...folders], { cwd: root, stdio: 'inherit' })
process.exitCode = await new Promise((resolve) => recorder.once('exit', (code) => resolve(code ?? 1)))
