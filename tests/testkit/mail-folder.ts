import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The mails that a product without a mail server has written, oldest first. */
export async function readMails(dataFolder: string): Promise<string[]> {
  const folder = path.join(dataFolder, 'mail')
  // A mail that is still being written has a name that starts with a dot.
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && name.endsWith('.eml')).sort()
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
}
