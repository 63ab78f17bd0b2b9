import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

/** Prints a message for the operator to standard error; standard output is for results and the log. */
export const announce = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Makes sure that DATA_DIR exists and returns its path; a new folder is announced, for its name may be misspelt. */
export async function openDataFolder(dataDir: string): Promise<string> {
  const folder = path.resolve(dataDir)
  const created = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new OperatorError(`DATA_DIR ${folder} cannot be created: ${(error as Error).message}`, { cause: error })
  })
  if (created !== undefined) announce(`Created the data folder ${folder}, which did not exist (DATA_DIR)`)
  return folder
}
