import { sql } from './database.ts'

/** Does some work while all reads and writes of the sandbox's reservations fail: their table has another name. */
export async function whileReservationsFail<T>(bookingDatabase: string, work: () => Promise<T>): Promise<T> {
  await sql(bookingDatabase, 'ALTER TABLE sandbox.reservation RENAME TO absent')
  try {
    return await work()
  } finally {
    await sql(bookingDatabase, 'ALTER TABLE sandbox.absent RENAME TO reservation')
  }
}
