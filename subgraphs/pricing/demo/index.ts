import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { storeLists } from '../../../platform/postgres/installation-list.ts'
import { demoItems, readDemoFile, type FileLists } from '../../../platform/process/demo-file.ts'
import { environments } from '../../../platform/trust/identity.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { itemsNamedBy } from '../../../platform/values/item-keys.ts'
import type { Database } from '../database.ts'
import { priceLists, type NamedItem, type PriceFacts } from '../installation/index.ts'
import { isSeeded, lockSeed, useUpCoupons } from './repository.ts'

/** Coupons of which every use has been counted. */
const usedUp = ['SOLDOUT']

/** Writes the prices of the demo file, once and the same in both environments. Replicas may start concurrently. */
export async function seedDemoPrices(databases: PerEnvironment<Database>, clock: Clock): Promise<void> {
  const file = await readDemoFile()
  const now = clock.now()
  const facts: PriceFacts = { cenotes: namedIn(file, 'cenote'), tours: namedIn(file, 'tour'), now }
  for (const environment of environments)
    await inTransaction(databases[environment].pool, async (client) => {
      await lockSeed(client)
      if (await isSeeded(client)) return
      await storeLists(client, priceLists(facts), (name) => demoItems(file, name))
      await useUpCoupons(client, usedUp)
    })
}

/** Cenotes or tours of the file, whose ids follow from their slugs. */
function namedIn(file: FileLists, kind: 'cenote' | 'tour'): PriceFacts['cenotes'] {
  const items = demoItems<{ readonly slug: string }>(file, `${kind}s`)
  const named: readonly NamedItem[] = items.map(({ slug }) => ({ slug, id: demoId(kind, slug) }))
  return async (keys) => itemsNamedBy(named, keys)
}
