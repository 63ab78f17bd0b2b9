import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface Migration {
  /** In Prisma's layout the name of its folder: YYYYMMDDhhmmss_meaning. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of its text. */
  readonly checksum: string
}

/** The migration that is built from sources is older than any other. */
export const baselineName = '00000000000000_baseline'

/**
 * The migrations of an owner's Prisma folder. As long as it has no folder `migrations`, there is one, which is built from
 * the folder `sql`; `npm run baseline` writes that one down as the first of the folder.
 */
export async function readMigrations(prisma: URL): Promise<Migration[]> {
  const folder = new URL('migrations/', prisma)
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!entries) return [migration(baselineName, await readSources(prisma))]
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => migration(name, await readFile(new URL(`${name}/migration.sql`, folder), 'utf8'))),
  )
}

/** The files of the folder `sql` in the order of their paths, as one script. */
export async function readSources(prisma: URL): Promise<string> {
  const folder = new URL('sql/', prisma)
  const paths = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(paths.map((file) => readSource(new URL(file, folder), new URL('../../../', prisma))))
  return texts.join('\n')
}

/** The text of a file. As in psql, a line `\i platform/postgres/sql/fold.sql` includes another of the repository. */
async function readSource(file: URL, repository: URL): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n').map(async (line, index) => {
    if (!line.startsWith('\\i ')) return line
    return readFile(new URL(line.slice(3), repository), 'utf8').catch((error: Error) => {
      throw new Error(`${fileURLToPath(file)}:${index + 1}: ${error.message}`)
    })
  })
  return (await Promise.all(lines)).join('\n')
}

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})
