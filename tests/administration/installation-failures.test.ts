import { beforeAll, describe, expect, it } from '@jest/globals'
import type { InstallationDatabases, Owner } from '../../cli/catalog/databases.ts'
import { cenoteItem, tourInput } from '../testkit/catalog-forms.ts'
import { notesAboutCenotes } from '../testkit/change-records.ts'
import type { Transaction } from '../../platform/postgres/database.ts'
import { discountRuleInput, promotionInput, serviceInput } from '../testkit/price-forms.ts'
import { testInstallation } from '../testkit/installation.ts'

const lists = {
  cenotes: [cenoteItem('half-imported')],
  taxes: [{ name: 'IVA', percent: 8 }],
}

const { cenoteId: _id, ...serviceOf } = serviceInput('', { category: 'equipment', inclusionType: 'optional' })
const service = { ...serviceOf, service: 'towel' }
const rule = discountRuleInput('of-many')

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

/** Nothing is stored in it. */
const empty = testInstallation()

it('an import that fails before anything is stored changes nothing', async () => {
  const before = await empty.exportText()
  await expect(empty.importLists(lists, { through: losing('pricing') })).rejects.toThrow('Connection terminated')
  expect(await empty.exportText()).toBe(before)
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

describe('a large import', () => {
  const count = 700
  const slugs = Array.from({ length: count }, (_, index) => `many-${String(index).padStart(3, '0')}`)
  const { cenoteIds: _, ...tour } = tourInput('of-many', [])
  const large = {
    amenities: [{ id: 'hammock', category: 'facilities', name: { en: 'Hammock', es: 'Hamaca' } }],
    cenotes: slugs.map((slug) => cenoteItem(slug, { amenities: [{ id: 'hammock' }] })),
    tours: [{ ...tour, cenotes: [slugs.at(-1)] }],
    closures: slugs.map((cenote) => ({ cenote, from: '2035-01-01', to: '2035-01-02', reason: 'maintenance' })),
    services: slugs.map((cenote) => ({ ...service, cenote })),
    discountRules: [{ ...rule, promotion: 'of-many' }],
    promotions: [promotionInput('of-many', { status: 'active' })],
  }

  /** The state after an import without a failure. */
  const whole = testInstallation()
  beforeAll(async () => void (await whole.importLists(large)))

  /** The databases, of which every one is lost at a commit; counts the commits of those that are not. */
  const losingAfter =
    (commits: number) =>
    (databases: InstallationDatabases): InstallationDatabases => {
      let left = commits
      return {
        ...databases,
        async begin(environment) {
          const transactions = await databases.begin(environment)
          const each = (transaction: Transaction): Transaction => ({
            ...transaction,
            async commit() {
              left -= 1
              if (left >= 0) return transaction.commit()
              await transaction.rollback()
              throw new Error('Connection terminated')
            },
          })
          const { catalog, booking, pricing } = transactions
          return { catalog: each(catalog), booking: each(booking), pricing: each(pricing) }
        },
      }
    }

  it('is completed by the same command wherever it was interrupted, with what is sold last', async () => {
    const installation = testInstallation()
    for (const commits of [4, 10, 17, 26])
      await expect(installation.importLists(large, { through: losingAfter(commits) })).rejects.toThrow(
        /stored, and then the database failed: Connection terminated\. Run the same command again to complete it\.$/,
      )
    const partial = JSON.parse(await installation.exportText())
    expect(partial.services).toHaveLength(count)
    expect(partial.cenotes.length).toBeLessThan(count)
    expect(partial.tours).toEqual([])
    await installation.importLists(large)
    expect(JSON.parse(await installation.exportText())).toEqual(JSON.parse(await whole.exportText()))
    expect((await installation.importLists(large)).join('\n')).not.toMatch(/^[+~-]/m)
  })

  it('stores nothing when its last item is wrong', async () => {
    const before = await empty.exportText()
    const lines = await empty.refusal(
      JSON.stringify({
        formatVersion: 1,
        ...large,
        closures: [...large.closures, { ...large.closures[0], cenote: 'nowhere' }],
      }),
    )
    expect(lines).toEqual([expect.stringMatching(/closures\[700\]\.cenote is unknown$/)])
    expect(await empty.exportText()).toBe(before)
  })

  it('writes few notes, of which each product has its creation', async () => {
    const notes = await notesAboutCenotes(whole.database('catalog'), 'live')
    expect(notes.find(({ action }) => action === 'created')).toMatchObject({ kind: 'product', products: count })
    for (const { notes: rows } of notes) expect(rows).toBeLessThan(count / 5)
  })
})
