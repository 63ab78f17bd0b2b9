// `npm run record -- OLD NEW`: bundles the recorder, which is TypeScript and shares the testkit, and runs it outside Jest.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

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
const { status } = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
