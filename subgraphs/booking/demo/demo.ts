import { addDays, localDateTime, type Clock } from '../../../platform/values/clock.ts'
import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { environments } from '../../../platform/trust/identity.ts'
import type { Database } from '../database.ts'

/** Adds the closure and the special event of the demo data, once. */
export async function seedDemoInventory(databases: PerEnvironment<Database>, clock: Clock): Promise<void> {
  const { date: today } = localDateTime(clock.now(), 'America/Cancun')
  for (const environment of environments) {
    await inTransaction(databases[environment].pool, async (client) => {
      await client.query(
        `INSERT INTO closure (id, cenote_id, start_date, end_date, reason, message) VALUES ($1, $2, $3, $4, 'maintenance', $5) ON CONFLICT DO NOTHING`,
        [
          demoId('closure', 'suytun'),
          demoId('cenote', 'suytun'),
          addDays(today, 10),
          addDays(today, 12),
          { en: 'Closed for maintenance of the platform', es: 'Cerrado por mantenimiento de la plataforma' },
        ],
      )
      await client.query(
        'INSERT INTO special_event (id, cenote_id, event_date, message) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [
          demoId('special-event', 'ik-kil'),
          demoId('cenote', 'ik-kil'),
          addDays(today, 5),
          { en: 'Traditional Maya dance from 16:00 to 17:00', es: 'Danza maya tradicional de 16:00 a 17:00' },
        ],
      )
    })
  }
}
