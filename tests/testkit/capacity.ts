import { expect } from '@jest/globals'
import { importBuilt } from './built.ts'
import { sql, testServerUrl } from './database.ts'

/** Makes one slot hold 20. */
export const holdTwenty = (database: string, cenoteId: string, visitDate: string, visitTime: string) =>
  sql(
    database,
    'INSERT INTO sandbox.inventory_slot (cenote_id, visit_date, visit_time, capacity) VALUES ($1, $2, $3, 20)',
    [cenoteId, visitDate, visitTime],
  )

/** The places of a slot that reservations hold. */
export async function bookedIn(
  database: string,
  cenoteId: string,
  visitDate: string,
  visitTime: string,
): Promise<number | undefined> {
  const [slot] = await sql<{ booked: number }>(
    database,
    'SELECT booked FROM sandbox.inventory_slot WHERE cenote_id = $1 AND visit_date = $2 AND visit_time = $3',
    [cenoteId, visitDate, visitTime],
  )
  return slot?.booked
}

/** The checks of `npm run audit`, of both environments of the product whose booking database this is. */
export async function expectBalancedBooks(bookingDatabase: string): Promise<void> {
  const databasePrefix = bookingDatabase.replace(/booking$/, '')
  const { audit } = await importBuilt<typeof import('../../cli/audit/audit.ts')>('cli/audit/audit.js')
  for (const environment of ['live', 'sandbox'] as const) {
    const findings = await audit({ serverUrl: testServerUrl(), databasePrefix, environment })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
  }
}
