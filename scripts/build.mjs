// Compiles to dist/ and copies the files that the code reads beside itself. Types are checked by `npm run types`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = path.join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', '--noCheck'], { cwd: root, stdio: 'inherit' })
for (const folder of ['schema', 'gateway', 'subgraphs', 'rest-facade', 'platform']) {
  for (const file of readdirSync(path.join(root, folder), { recursive: true })) {
    const source = path.join(root, folder, file)
    if (!/\.(sql|graphql|ttf|html|css)$/.test(file) || !statSync(source).isFile()) continue
    const target = path.join(dist, folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(source, target)
  }
}
