import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

/** Prints a message for the operator to standard error; standard output is for results and the log. */
export const announce = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Makes sure that DATA_DIR exists and returns its path; a new folder is announced, for its name may be misspelt. */
export async function openDataFolder(dataDir: string): Promise<string> {
  const folder = path.resolve(dataDir)
  const created = await mkdir(folder, { recursive: true, mode: ownFolder }).catch((error: unknown) => {
    throw new OperatorError(`DATA_DIR ${folder} cannot be created: ${(error as Error).message}`, { cause: error })
  })
  await closeFolder(folder)
  if (created !== undefined) announce(`Created the data folder ${folder}, which did not exist (DATA_DIR)`)
  return folder
}

const owner = 0o700
/** As root, PostgreSQL runs as another user, who has to pass through. */
const ownFolder = process.getuid?.() === 0 ? 0o711 : owner

/** The folder of data alone for its owner; one that others write to, such as /tmp, or that is another's, stays as it is. */
async function closeFolder(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder)
  if (uid === process.getuid?.() && (mode & 0o1022) === 0) await chmod(folder, ownFolder)
}

/** Takes a folder and its files from other users, as far as they are ours; an absent one is none. */
export async function closeToOthers(folder: string): Promise<void> {
  try {
    const { mode } = await stat(folder)
    if ((mode & 0o077) === 0) return
    await chmod(folder, owner)
    for (const name of await readdir(folder)) await chmod(path.join(folder, name), 0o600)
  } catch {
    // Another's, or none yet.
  }
}
