import { expect, it } from '@jest/globals'
import type { InstallationDatabases, Owner } from '../../cli/catalog/databases.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { testInstallation } from '../testkit/installation.ts'

const lists = {
  cenotes: [cenoteInput('half-imported')],
  taxes: [{ name: 'IVA', percent: 8 }],
}

/** The databases, of which one is lost when it should commit. */
const losing =
  (lost: Owner) =>
  (databases: InstallationDatabases): InstallationDatabases => ({
    ...databases,
    async begin(environment) {
      const transactions = await databases.begin(environment)
      const commit = async (): Promise<void> => {
        await transactions[lost].rollback()
        throw new Error('Connection terminated')
      }
      return { ...transactions, [lost]: { ...transactions[lost], commit } }
    },
  })

it('an import that fails before anything is stored changes nothing', async () => {
  const installation = testInstallation()
  const before = await installation.exportText()
  await expect(installation.importLists(lists, { through: losing('pricing') })).rejects.toThrow('Connection terminated')
  expect(await installation.exportText()).toBe(before)
})

it('an import that fails between two databases says what was stored, and the same import completes it', async () => {
  const installation = testInstallation()
  await expect(installation.importLists(lists, { through: losing('catalog') })).rejects.toThrow(
    'The prices were stored, and then the database failed: Connection terminated. Run the same command again to complete it.',
  )
  expect(JSON.parse(await installation.exportText())).toMatchObject({ cenotes: [], taxes: lists.taxes })
  expect(await installation.importLists(lists)).toEqual(expect.arrayContaining(['+ cenotes half-imported']))
  expect(JSON.parse(await installation.exportText())).toMatchObject({
    cenotes: [{ slug: 'half-imported' }],
    taxes: lists.taxes,
  })
})
