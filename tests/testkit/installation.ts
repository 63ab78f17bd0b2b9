import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withDatabases, type InstallationDatabases, type Owner } from '../../cli/catalog/databases.ts'
import { exportInstallation } from '../../cli/catalog/export.ts'
import { formatParts } from '../../cli/catalog/format.ts'
import { importInstallation } from '../../cli/catalog/import.ts'
import { readDocument } from '../../cli/catalog/read-document.ts'
import { validLists } from '../../cli/catalog/validate.ts'
import { documentText, type Format } from '../../cli/catalog/write-document.ts'
import { openDatabases as openBooking } from '../../subgraphs/booking/database.ts'
import { openDatabases as openCatalog } from '../../subgraphs/catalog/database.ts'
import { openDatabases as openPricing } from '../../subgraphs/pricing/database.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { testServerUrl, uniqueName } from './database.ts'
import type { SharedProduct } from './product.ts'
import { createDatabase } from './template-databases.ts'

interface ImportSettings {
  readonly environment?: Environment
  readonly prune?: boolean
  readonly commit?: boolean
  readonly reservations?: 'keep' | 'cancel' | null
  /** Name of the file, which decides its format. */
  readonly as?: string
  /** Reaches the databases through something that fails. */
  readonly through?: (databases: InstallationDatabases) => InstallationDatabases
}

/** The commands for installation files, on databases of a test. */
export interface TestInstallation {
  exportText(environment?: Environment, format?: Format): Promise<string>
  /** Lines of the plan. */
  importText(text: string, settings?: ImportSettings): Promise<string[]>
  importLists(lists: object, settings?: ImportSettings): Promise<string[]>
  /** The lines of errors of an import that must fail, each without the folder of its file. */
  refusal(text: string, settings?: ImportSettings): Promise<string[]>
  /** Name of a database. */
  database(owner: Owner): string
}

const createEmptyDatabases = (prefix: string): Promise<unknown> =>
  Promise.all([
    createDatabase('empty_catalog_file', openCatalog, `${prefix}catalog`),
    createDatabase('booking', openBooking, `${prefix}booking`),
    createDatabase('empty_pricing', openPricing, `${prefix}pricing`),
  ])

/** Empty databases, or those of a product. */
export function testInstallation(product?: Pick<SharedProduct, 'database'>): TestInstallation {
  const databasePrefix = product ? product.database('catalog').replace(/catalog$/, '') : `${uniqueName('file')}_`
  const server = { serverUrl: testServerUrl(), databasePrefix }
  let created: Promise<unknown> | undefined = product && Promise.resolve()
  const use = async <T>(work: (databases: InstallationDatabases) => Promise<T>): Promise<T> => {
    await (created ??= createEmptyDatabases(databasePrefix))
    return withDatabases(server, work)
  }
  const installation: TestInstallation = {
    async exportText(environment = 'live', format = 'json') {
      return use((databases) =>
        exportInstallation(databases, environment, async (lists) => {
          let text = ''
          for await (const piece of documentText(format, lists)) text += piece
          return text
        }),
      )
    },
    async importText(
      text,
      {
        environment = 'live',
        prune = false,
        commit = true,
        reservations = null,
        as = 'file.json',
        through = (databases: InstallationDatabases) => databases,
      } = {},
    ) {
      const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-file-'))
      try {
        const file = path.join(folder, as)
        await writeFile(file, text)
        const document = await readDocument(file)
        const lists = validLists(document, formatParts())
        const plan = await use((databases) =>
          importInstallation(through(databases), { environment, document, lists, prune, reservations, commit }),
        )
        return plan.lines()
      } catch (error) {
        const { message } = error as Error
        throw Object.assign(error as Error, { message: message.replaceAll(`${folder}/`, '') })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    importLists: (lists, settings) =>
      installation.importText(JSON.stringify({ formatVersion: 1, ...lists }, null, 2), settings),
    async refusal(text, settings) {
      try {
        await installation.importText(text, settings)
      } catch (error) {
        return (error as Error).message.split('\n')
      }
      throw new Error('The import was accepted')
    },
    database: (owner) => `${databasePrefix}${owner}`,
  }
  return installation
}
