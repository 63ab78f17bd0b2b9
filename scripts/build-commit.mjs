import { execFileSync } from 'node:child_process'
import { chmodSync, constants, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The hash of a commit by any of its names. */
export const hashOf = (name) => git('rev-parse', '--verify', `${name}^{commit}`)

/**
 * Builds a commit (a hash, branch or tag) in a temporary worktree, where `dist/main.js` starts it. `remove` deletes the
 * worktree; so does the exit of this process, but not a signal: callers that wait turn SIGINT into an exit.
 */
export function buildCommit(commit) {
  const hash = hashOf(commit)
  const parent = mkdtempSync(path.join(tmpdir(), 'cenotes-commit-'))
  // As root, PostgreSQL runs as another user, who reads its files below node_modules.
  chmodSync(parent, 0o755)
  const folder = path.join(parent, hash.slice(0, 12))
  const remove = () => {
    process.removeListener('exit', remove)
    rmSync(parent, { recursive: true, force: true, maxRetries: 3 })
    git('worktree', 'prune')
  }
  process.on('exit', remove)
  try {
    git('worktree', 'add', '--quiet', '--detach', folder, hash)
    const log = (text) => process.stderr.write(`${hash.slice(0, 12)}: ${text}\n`)
    const run = (file, ...args) => execFileSync(file, args, { cwd: folder, stdio: ['ignore', 2, 2] })
    const lock = (at) => readFileSync(path.join(at, 'package-lock.json'), 'utf8')
    if (lock(folder) === lock(root)) {
      log('copying the packages of this checkout, and building')
      const [from, to] = [root, folder].map((at) => path.join(at, 'node_modules'))
      cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    } else {
      log('installing its packages, and building')
      run('npm', 'ci', '--no-audit', '--no-fund')
    }
    run(process.execPath, 'scripts/build.mjs', '--if-stale')
    return { folder, hash, remove }
  } catch (error) {
    remove()
    throw error
  }
}
