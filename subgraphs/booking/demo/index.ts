import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { storeLists } from '../../../platform/postgres/installation-list.ts'
import { demoItems, readDemoFile, type FileLists } from '../../../platform/process/demo-file.ts'
import { environments } from '../../../platform/trust/identity.ts'
import { addDays, localDateTime, type Clock } from '../../../platform/values/clock.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { itemsNamedBy } from '../../../platform/values/item-keys.ts'
import { calendarLists, type CalendarFacts, type CenoteFacts } from '../calendar/index.ts'
import type { Database } from '../database.ts'
import { isSeeded, lockSeed, seedReturnOrigin } from './repository.ts'

export { seedDemoReservations } from './reservations.ts'

const demoPartners = ['demo', 'rival'].map((name) => demoId('partner', name))
/** Where the samples of the documentation have their pages. */
const returnOrigin = 'https://agency.example'

/**
 * Lets demo partners send guests back to the pages of the samples, and adds the closure and the special event of the demo
 * data, each once. The dates follow from the day of the first start, so they are not in the demo file; they are stored as
 * if they were.
 */
export async function seedDemoInventory(databases: PerEnvironment<Database>, clock: Clock): Promise<void> {
  const now = clock.now()
  const { date: today } = localDateTime(now, 'America/Cancun')
  const items: FileLists = {
    closures: [
      {
        cenote: 'suytun',
        from: addDays(today, 10),
        to: addDays(today, 12),
        reason: 'maintenance',
        message: { en: 'Closed for maintenance of the platform', es: 'Cerrado por mantenimiento de la plataforma' },
      },
    ],
    specialEvents: [
      {
        cenote: 'ik-kil',
        from: addDays(today, 5),
        to: addDays(today, 5),
        name: { en: 'Traditional Maya dance', es: 'Danza maya tradicional' },
        startTime: '16:00',
        endTime: '17:00',
      },
    ],
  }
  const lists = calendarLists({ cenotes: cenotesIn(await readDemoFile()), now, reservations: null })
  for (const environment of environments)
    await inTransaction(databases[environment].pool, async (client) => {
      await lockSeed(client)
      await seedReturnOrigin(client, demoPartners, returnOrigin, now)
      if (await isSeeded(client)) return
      await storeLists(client, lists, (name) => demoItems(items, name))
    })
}

/** Cenotes of the demo file, whose ids follow from their slugs. */
function cenotesIn(file: FileLists): CalendarFacts['cenotes'] {
  const cenotes = demoItems<Omit<CenoteFacts, 'id'>>(file, 'cenotes')
  const facts = cenotes.map((cenote) => ({ ...cenote, id: demoId('cenote', cenote.slug) }))
  return async (keys) => itemsNamedBy(facts, keys)
}
