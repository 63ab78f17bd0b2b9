import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The hash of a commit by any name that Git knows it by. */
export const commitOf = (name: string): string =>
  execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { encoding: 'utf8' }).trim()

/** Checks a commit out into a worktree below `parent` and builds it there; the folder. */
export async function buildCommit(commit: string, parent: string): Promise<string> {
  const folder = path.join(parent, commit.slice(0, 12))
  await run('git', ['worktree', 'add', '--detach', '--force', folder, commit])
  const lockOf = (root: string): string => readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf('.')) await copyTree('node_modules', path.join(folder, 'node_modules'))
  else await run('npm', ['ci', '--ignore-scripts=false', '--no-audit', '--no-fund'], large(folder))
  await run(process.execPath, ['scripts/build.mjs', '--if-stale'], large(folder))
  return folder
}

export async function removeWorktree(folder: string): Promise<void> {
  await run('git', ['worktree', 'remove', '--force', folder])
}

/** Links files where both folders are on one disk: packages are a gigabyte. */
const copyTree = (from: string, to: string): Promise<unknown> =>
  run('cp', ['-al', from, to]).catch(() => run('cp', ['-a', from, to]))

const large = (cwd: string) => ({ cwd, maxBuffer: 64 * 1024 * 1024 })
