// Packs the typed client for the product to serve, so that partners can install it from the installation that they use.
// Needs no network.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const source = 'clients/typescript'

/** The files that the package is made from. */
export const clientFiles = (root) => [
  ...readdirSync(path.join(root, source, 'src')).map((file) => `${source}/src/${file}`),
  `${source}/package.json`,
  `${source}/tsconfig.json`,
  `${source}/README.md`,
]

/** Writes the package to site/client in dist. Types are checked elsewhere, as those of all sources are. */
export function packClient(root, dist) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cenotes-client-'))
  try {
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const project = path.join(root, source)
    execFileSync(process.execPath, [compiler, '-p', project, '--noCheck', '--outDir', path.join(folder, 'dist')])
    for (const name of ['package.json', 'README.md']) cpSync(path.join(project, name), path.join(folder, name))
    const target = path.join(dist, 'site/client')
    mkdirSync(target, { recursive: true })
    // Compiled already, and where the package has no TypeScript.
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', target], {
      cwd: folder,
      shell: process.platform === 'win32',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
