import { expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from './database.ts'
import { nextSaturday, partner, type Json, type SharedProduct, type TestResponse } from './product.ts'
import { setVisitStart } from './stored-reservations.ts'

export const granCenote = demoId('cenote', 'gran-cenote')
export const dosOjos = demoId('cenote', 'dos-ojos')
/** In another time zone than the others. */
export const zaci = demoId('cenote', 'zaci')

/** A day of visits, some days after the next Saturday. */
export const visitDay = (days: number): string =>
  new Date(Date.parse(nextSaturday()) + days * 86_400_000).toISOString().slice(0, 10)

export const reservationPath = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`

/** A partner that reserves and moves, at Gran Cenote unless another one is given. */
export function mover(product: SharedProduct, apiKey?: string, cenoteId = granCenote) {
  const rest = partner(product.url, apiKey)
  const move = (id: string, change: object, query = ''): Promise<TestResponse> =>
    rest.send('PATCH', reservationPath(id) + query, change)
  return {
    ...rest,
    move,
    /** The data of a move that must succeed. */
    async moved(id: string, change: object, query = ''): Promise<Json> {
      const response = await move(id, change, query)
      expect(response).toHaveStatus(200)
      return response.body.data
    },
    /** The status, code and details of a move that must fail. */
    async refusal(id: string, change: object, query = ''): Promise<Json> {
      const { status, body } = await move(id, change, query)
      return { status, code: body.error?.code, details: body.error?.details, fields: body.errors?.fields }
    },
    async reserve(change: object = {}): Promise<Json> {
      const created = await rest.post('/api/partner/reservations', {
        cenoteId,
        visitDate: visitDay(0),
        visitTime: '10:00',
        visitors: { adults: 2, children: 0 },
        guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
        ...change,
      })
      expect(created).toHaveStatus(201)
      return created.body.data
    },
    async step(id: string, name: string, body: object = {}): Promise<Json> {
      const response = await rest.post(reservationPath(id, name), body)
      expect(response).toHaveStatus(200)
      return response.body.data
    },
    read: async (id: string): Promise<Json> => (await rest.get(reservationPath(id))).body.data,
  }
}

/** Booked places of some cenotes, by cenote, day and slot; those of a slot that was emptied are none. */
export const bookedPlaces = (product: SharedProduct, cenoteIds: readonly string[]): Promise<Json[]> =>
  sql(
    product.database('booking'),
    `SELECT product_id, visit_date, visit_time, booked FROM sandbox.inventory_slot
     WHERE booked > 0 AND product_id = ANY ($1::uuid[])
     UNION ALL SELECT product_id, visit_date, '', booked FROM sandbox.inventory_day
     WHERE booked > 0 AND product_id = ANY ($1::uuid[]) ORDER BY 1, 2, 3`,
    [cenoteIds],
  )

/** Moves the start of a stored visit to some hours from now. */
export const startIn = (product: SharedProduct, id: string, hours: number): Promise<unknown> =>
  setVisitStart(product.database('booking'), id, new Date(Date.now() + hours * 3_600_000))
