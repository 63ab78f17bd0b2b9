import { expect, it } from '@jest/globals'
import { CursorCodec } from '../../platform/trust/cursor.ts'
import { sealAddress } from '../../platform/trust/signed-address.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { ticketCode } from '../../subgraphs/booking/reservation/ticket-code.ts'
import { sql } from '../testkit/database.ts'
import { createDatabase } from '../testkit/template-databases.ts'

/**
 * Names that are hashed or signed: a rename would make printed tickets, links in mails and cursors invalid, or let two
 * processes lock a calendar under different keys. The values were computed once.
 */
const id = '01a21501-f622-75d5-8720-2faa2e8524d0'
const secret = 'a secret that never changes'

it.each([
  [
    'the code of a ticket',
    () => ticketCode({ id, bookingReference: 'CEN-7KQ2MX' }, secret),
    'CEN-7KQ2MX.ECB832BACE605B1F1F36',
  ],
  [
    'a signed address',
    () =>
      sealAddress(
        { subject: id, environment: 'live', kind: 'visit', expiresAt: new Date('2030-01-01T00:00:00Z') },
        secret,
      ),
    'jlP_IEXlAdIYbfpMg43_MlsiMDFhMjE1MDEtZjYyMi03NWQ1LTg3MjAtMmZhYTJlODUyNGQwIiwibGl2ZSIsInZpc2l0IiwxODkzNDU2MDAwMDAwXQ',
  ],
  [
    'a cursor',
    () => new CursorCodec(secret).encode(['live', 'reservations'], ['2030-01-01', id]),
    'CicXhhaXUjtkU-Ih4rYhuVsiMjAzMC0wMS0wMSIsIjAxYTIxNTAxLWY2MjItNzVkNS04NzIwLTJmYWEyZTg1MjRkMCJd',
  ],
])('%s is the same as ever', (_what, make, known) => {
  expect(make()).toBe(known)
})

it('the key of the lock on a calendar is the same as ever', async () => {
  const database = await createDatabase('booking', openDatabases)
  expect(await sql(database, `SELECT live.calendar_lock('${id}')::text AS key`)).toEqual([
    { key: '807777244084604116' },
  ])
})
