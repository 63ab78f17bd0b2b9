import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../process/operator-error.ts'

const run = promisify(execFile)
const name = 'postgres'

/** The user that PostgreSQL runs as when it may not run as ours. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, created when missing. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const user = await findUser().catch(() => createUser())
  try {
    await run('/bin/sh', ['-c', ':'], { ...user, cwd: '/' })
    return user
  } catch (error) {
    throw noOtherUser(`this process may not become the user "${name}"`, error)
  }
}

async function findUser(): Promise<ServerUser> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

async function createUser(): Promise<ServerUser> {
  try {
    await run('groupadd', ['--force', name])
    await run('useradd', ['-g', name, name])
    return await findUser()
  } catch (error) {
    throw noOtherUser(`the user "${name}" could not be created`, error)
  }
}

const noOtherUser = (reason: string, cause: unknown): OperatorError =>
  new OperatorError(`PostgreSQL does not run as root, and ${reason}: start as another user, or set DATABASE_URL`, {
    cause,
  })

/** The topmost folder of a path, itself included, that the user may not enter. */
export async function firstClosedFolder(place: string, user: ServerUser): Promise<string | undefined> {
  const folders = [place]
  for (let folder = place; folder !== path.dirname(folder);) folders.unshift((folder = path.dirname(folder)))
  const script = 'for folder do [ -x "$folder" ] || { printf %s "$folder"; break; }; done'
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...folders], { ...user, cwd: '/' })
  return stdout === '' ? undefined : stdout
}
