import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { eventually } from './eventually.ts'

/** A mail as it was written, and as a mail program reads it. */
export interface WrittenMail extends Email {
  readonly source: string
  /** Everything above its first part. */
  readonly head: string
}

/** The mails that a product without a mail server has written, oldest first. */
export async function readMails(dataFolder: string): Promise<WrittenMail[]> {
  const folder = path.join(dataFolder, 'mail')
  // A mail that is still being written has a name that starts with a dot.
  const names = (await filesIn(folder)).filter((name) => !name.startsWith('.') && name.endsWith('.eml')).sort()
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(path.join(folder, name), 'utf8')
      const [head = ''] = source.split('\r\n\r\n')
      return { ...(await PostalMime.parse(source)), source, head }
    }),
  )
}

/** The first mail makes the folder. */
const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** The first mail to a guest, once it was written: a response does not wait longer than a second for it. */
export async function mailTo(dataFolder: string, address: string): Promise<WrittenMail> {
  const find = async (): Promise<WrittenMail | undefined> =>
    (await readMails(dataFolder)).find(({ to }) => to?.some((one) => one.address === address))
  return (await eventually(find, (mail) => mail !== undefined)) as WrittenMail
}
