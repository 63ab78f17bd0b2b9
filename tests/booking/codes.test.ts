import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from '../testkit/database.ts'
import { storeCodesWithoutReservation } from '../testkit/failures.ts'
import { operator } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

const reservations = '/api/partner/reservations'
const get = (name: string, key?: string) => partner(product.url, key).get(`${reservations}/${name}`)
const fromOperator = async (id: string): Promise<string | undefined> => {
  const { body } = await operator(product.url).graphql(`{ reservation(id: "${id}") { id } }`)
  return body.errors?.[0]?.extensions.code ?? body.data.reservation.id
}

describe('a reservation', () => {
  it('is found by its id and its reference, in any case, by its partner and by operators', async () => {
    const { body } = await partner(product.url).post(reservations, {
      cenoteId: demoId('cenote', 'dos-ojos'),
      visitDate: nextSaturday(),
      visitTime: '10:00',
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })
    const { id, bookingReference } = body.data
    for (const name of [id, id.toUpperCase(), bookingReference, bookingReference.toLowerCase()]) {
      expect((await get(name)).body.data?.id).toBe(id)
      expect(await fromOperator(name)).toBe(id)
      expect((await get(name, keys.rival)).status).toBe(404)
    }
    for (const name of [randomUUID(), 'CEN-000000', 'none']) {
      expect((await get(name)).status).toBe(404)
      expect(await fromOperator(name)).toBe('RESERVATION_NOT_FOUND')
    }
  })

  it('draws another booking reference when another reservation has the same', async () => {
    const booking = (text: string) => sql<{ last_value: number }>(product.database('booking'), text)
    const taken = await reserve(product.url)
    await booking('CREATE SEQUENCE sandbox.draws')
    await booking(
      `CREATE FUNCTION sandbox.draw() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('sandbox.draws') = 1 THEN NEW.code := '${taken.bookingReference}'; END IF;
         RETURN NEW; END $$`,
    )
    await booking(
      `CREATE TRIGGER draw BEFORE INSERT ON sandbox.reservation_code FOR EACH ROW WHEN (NEW.kind = 'reference')
         EXECUTE FUNCTION sandbox.draw()`,
    )
    const { bookingReference } = await reserve(product.url)
    expect(bookingReference).not.toBe(taken.bookingReference)
    expect(await booking('SELECT last_value::integer FROM sandbox.draws')).toEqual([{ last_value: 2 }])
    await booking('DROP FUNCTION sandbox.draw() CASCADE')
    await booking('DROP SEQUENCE sandbox.draws')
  })

  it('whose code is known and that cannot be read yet is 503 for a second, and never unknown', async () => {
    const id = randomUUID()
    const reference = 'CEN-0AAAA0'
    const partnerId = demoId('partner', 'demo')
    const removeCodes = await storeCodesWithoutReservation(product.database('booking'), { id, reference, partnerId })
    for (const name of [id, reference]) {
      for (const response of [
        await get(name),
        await partner(product.url).post(`${reservations}/${name}/cancel`, { reason: 'weather' }),
      ])
        expect([response.status, response.headers.get('retry-after'), response.body.error.code]).toEqual([
          503,
          '1',
          'SERVICE_UNAVAILABLE',
        ])
      expect(await fromOperator(name)).toBe('SERVICE_UNAVAILABLE')
      expect((await get(name, keys.rival)).status).toBe(404)
    }
    await removeCodes()
  })
})
