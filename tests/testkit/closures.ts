import { expect } from '@jest/globals'
import { copyCenote } from './copies.ts'
import { sql } from './database.ts'
import { keys, partner, type Json } from './product.ts'

export const reservationPath = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`
/** Operations that take away places that may be reserved. */
export const close = 'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id disruption { id } } }'
export const open = 'mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }'
export const override = 'mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { disruption { id } } }'
export const deactivate =
  'mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { isActive disruption { id } } }'

interface Made {
  readonly time?: string
  readonly apiKey?: string
  readonly adults?: number
  readonly confirm?: boolean
  readonly date?: string
}

/** Cenotes for tests that close them, and reservations there. */
export function cenotesToClose(url: string, from: string) {
  return {
    /** A cenote that no other test uses. */
    unusedCenote: (): Promise<string> => copyCenote(url, 'gran-cenote'),
    async reserve(cenoteId: string, made: Made = {}): Promise<Json> {
      const { time = '10:00', apiKey = keys.demo, adults = 2, confirm = false, date = from } = made
      const { post } = partner(url, apiKey)
      const created = await post('/api/partner/reservations', {
        cenoteId,
        visitDate: date,
        visitTime: time,
        visitors: { adults, children: 0 },
        guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
      })
      expect(created).toHaveStatus(201)
      const path = reservationPath(created.body.data.id, 'confirm')
      if (confirm) expect(await post(path, { paymentId: 'p' })).toHaveStatus(200)
      return created.body.data
    },
    shown: async (id: string, apiKey: string = keys.demo): Promise<Json> =>
      (await partner(url, apiKey).get(reservationPath(id))).body.data,
  }
}

/** Reads where and from when the sandbox has a closure: at a cenote, or at any. */
export async function storedClosure(
  bookingDatabase: string,
  cenoteId: string | null = null,
): Promise<{ cenoteId: string; date: string }> {
  const [row] = await sql<{ cenoteId: string; date: string }>(
    bookingDatabase,
    `SELECT cenote_id AS "cenoteId", start_date AS date FROM sandbox.closure
     WHERE $1::uuid IS NULL OR cenote_id = $1 LIMIT 1`,
    [cenoteId],
  )
  if (!row) throw new Error('There is no closure')
  return row
}

export type CenotesToClose = ReturnType<typeof cenotesToClose>
