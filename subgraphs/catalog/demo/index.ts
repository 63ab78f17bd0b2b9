import { inTransaction } from '../../../platform/postgres/database.ts'
import { storeLists } from '../../../platform/postgres/installation-list.ts'
import { demoItems, readDemoFile, type FileLists } from '../../../platform/process/demo-file.ts'
import { environments } from '../../../platform/trust/identity.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Database } from '../database.ts'
import { catalogLists } from '../installation.ts'
import { withExceptions, type DepartingTour } from './departures.ts'
import { cenoteColumns, tourColumns } from './history.ts'
import { insertReviews, isSeeded, lockSeed, useEnvironment } from './repository.ts'
import { reviewRows, type ReviewedCenote } from './reviews.ts'

/**
 * Fills an empty catalog with the demo cenotes and tours, the same in both environments, all or nothing. Replicas may
 * start concurrently. Returns whether anything was written.
 */
export async function seedDemoCatalog({ pool }: Database, clock: Clock): Promise<boolean> {
  const demo = await readDemoFile()
  const tours = withExceptions(demoItems<DepartingTour>(demo, 'tours'), clock.now())
  const file: FileLists = { ...demo, tours }
  const lists = catalogLists({ cenote: cenoteColumns, tour: tourColumns })
  const cenotes = demoItems<ReviewedCenote>(file, 'cenotes')
  const reviews = reviewRows(new Map(cenotes.map((cenote) => [cenote.slug, cenote])))
  return inTransaction(pool, async (client) => {
    await lockSeed(client)
    let written = false
    for (const environment of environments) {
      await useEnvironment(client, environment)
      if (await isSeeded(client)) continue
      await storeLists(client, lists, (name) => demoItems(file, name))
      await insertReviews(client, reviews)
      written = true
    }
    return written
  })
}
