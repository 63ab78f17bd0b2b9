import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { copyDatabases } from '../../cli/databases/copy.ts'
import { partitionDatabase } from '../../cli/databases/partition.ts'
import { environments } from '../../platform/trust/identity.ts'
import { sql, testServerUrl, uniqueName } from '../testkit/database.ts'
import { betweenAttempts } from '../testkit/pauses.ts'
import { partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const path = '/api/partner/reservations'
let product: TestProduct
let bookingName: string
const booking = (text: string, values: unknown[] = []) => sql<Json>(bookingName, text, values)
const send = async (id: string, step: string, body: object = {}): Promise<void> => {
  const { status } = await partner(product.url).post(`${path}/${id}/${step}`, body)
  expect([step, status]).toEqual([step, 200])
}

/** The ids of all reservations, page by page. */
async function listed(query = ''): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await partner(product.url).get(`${path}?perPage=50&page=${page}${query}`)
    expect(status).toBe(200)
    if (body.data.length === 0) return ids
    ids.push(...body.data.map(({ id }: Json) => id))
  }
}

const discrepancies = async (databasePrefix: string): Promise<string[]> => {
  const findings = await Promise.all(
    environments.map((environment) => audit({ serverUrl: testServerUrl(), databasePrefix, environment })),
  )
  return findings.flat().flatMap((finding) => finding.discrepancies)
}
const prefixOf = (database: string): string => database.replace(/booking$/, '')

beforeAll(async () => {
  // So that the log explains a request that fails.
  product = await startTestProduct({ LOG_LEVEL: 'error' })
  bookingName = product.database('booking')
})
afterAll(() => product.close())

describe('a product whose reservations are partitioned by month', () => {
  it('serves every request while they are', async () => {
    const made: string[] = []
    let isPartitioned = false
    const using = Array.from({ length: 4 }, async () => {
      while (!isPartitioned || made.length < 40) {
        const { id } = await reserve(product.url, { promoCode: 'CENOTE10' })
        made.push(id)
        if (made.length % 2 === 0) await send(id, 'confirm')
        await send(id, 'cancel', { reason: 'weather' })
        expect((await partner(product.url).get(`${path}/${id}`)).body.data.status).toBe('cancelled')
        // Without a pause they would use more processor time than what they run beside.
        await betweenAttempts(50)
      }
    })
    const lines: string[] = []
    const command = {
      serverUrl: testServerUrl(),
      databaseName: bookingName,
      onProgress: (line: string) => void lines.push(line),
    }
    await partitionDatabase(command).finally(() => (isPartitioned = true))
    await Promise.all(using)
    expect(lines).toContain('sandbox  is partitioned by month')
    expect(new Set(await listed())).toEqual(new Set(made))
    expect(await listed('&status=cancelled')).toHaveLength(made.length)
    expect(await discrepancies(prefixOf(bookingName))).toEqual([])
  })

  it('takes reservations through their lifecycle, from the partition of their month', async () => {
    const { id, bookingReference } = await reserve(product.url)
    await send(id, 'confirm')
    const modified = await partner(product.url).send('PATCH', `${path}/${id}`, { guest: { name: 'Zoë Ruiz' } })
    expect(modified).toHaveStatus(200)
    expect((await partner(product.url).get(`${path}/${bookingReference}`)).body.data.id).toBe(id)
    expect(await listed('&search=zoe ruiz')).toEqual([id])
    expect(await discrepancies(prefixOf(bookingName))).toEqual([])
  })

  it('draws another booking reference when one of another month is the same', async () => {
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
    await booking('DROP TRIGGER draw ON sandbox.reservation_code')
    expect(await booking('SELECT last_value::integer FROM sandbox.draws')).toEqual([{ last_value: 2 }])
    await booking('DROP SEQUENCE sandbox.draws')
    expect(await discrepancies(prefixOf(bookingName))).toEqual([])
  })
})

it.each(['one table', 'partitions'])('is copied to databases with %s', async (shape) => {
  const databasePrefix = `${uniqueName('copy')}_`
  const targetName = `${databasePrefix}booking`
  const to = { serverUrl: testServerUrl(), databasePrefix }
  const since = `${new Date().getUTCFullYear() - 1}-01`
  if (shape === 'partitions') await partitionDatabase({ serverUrl: to.serverUrl, databaseName: targetName, since })
  await copyDatabases({
    from: { serverUrl: testServerUrl(), databasePrefix: prefixOf(bookingName) },
    to,
    running: true,
  })
  const count = `SELECT count(*)::integer FROM sandbox.reservation`
  expect(await sql(targetName, count)).toEqual(await booking(count))
  const partitions = await sql<Json>(
    targetName,
    'SELECT DISTINCT tableoid::regclass::text AS name FROM sandbox.reservation',
  )
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  expect(partitions).toEqual([
    { name: shape === 'partitions' ? `sandbox.reservation_${month}` : 'sandbox.reservation' },
  ])
  if (shape === 'partitions')
    expect(await sql(targetName, 'SELECT count(*)::integer / 3 AS count FROM sandbox.reservation_code')).toEqual(
      await booking(count),
    )
  expect(await discrepancies(databasePrefix)).toEqual([])
})
