import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { copyDatabases, type CopyOptions, type Server } from '../../cli/databases/copy.ts'
import { environments } from '../../platform/trust/identity.ts'
import { operator } from '../testkit/operator.ts'
import { partner, startedDatabases, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { betweenAttempts } from '../testkit/pauses.ts'
import { reserve, reserveMany } from '../testkit/reserve.ts'
import { onConnection, sql, testServerUrl, uniqueName } from '../testkit/database.ts'
import { copyTemplate } from '../testkit/template-databases.ts'

// Each test copies four databases, some of them under load.
jest.setTimeout(300_000)

const owners = ['access', 'catalog', 'pricing', 'booking'] as const
const server = (databasePrefix: string): Server => ({ serverUrl: testServerUrl(), databasePrefix })
const newServer = (): Server => server(`${uniqueName('copy')}_`)
const nameOn = ({ databasePrefix = '' }: Server, owner: string): string => `${databasePrefix}${owner}`
/** New databases with the same content, made by copying the files of the others. */
async function cloned(from: Server): Promise<Server> {
  const to = newServer()
  await Promise.all(owners.map((owner) => copyTemplate(nameOn(from, owner), nameOn(to, owner))))
  return to
}
const copy = (from: Server, to: Server, options: Partial<CopyOptions> = {}): Promise<void> =>
  copyDatabases({ from, to, running: false, ...options })

/** A digest of every table and the position of every sequence, of both environments. */
async function contentOf(from: Server): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {}
  for (const owner of owners)
    await onConnection(nameOn(from, owner), async (connection) => {
      const relations = await connection.query<{ name: string; kind: string }>(
        `SELECT n.nspname || '.' || c.relname AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname IN ('live', 'sandbox') AND c.relkind IN ('r', 'p', 'S') AND NOT c.relispartition
           AND c.relname NOT IN ('_prisma_migrations', 'fact_change', 'product_change', 'job_run') ORDER BY 1`,
      )
      for (const { name, kind } of relations.rows) {
        const { rows } = await connection.query<object>(
          kind === 'S'
            ? `SELECT last_value, is_called FROM ${name}`
            : `SELECT count(*), md5(string_agg(row::text, E'\\n' ORDER BY row::text)) FROM ${name} AS row`,
        )
        content[`${owner}.${name}`] = rows[0]
      }
    })
  return content
}

/** Leaves no connection, with which the database would be in use. */
const change = (database: string, statement: string): Promise<unknown> =>
  onConnection(database, (connection) => connection.query(statement))

const discrepanciesIn = async (of: Server): Promise<string[]> => {
  const findings = await Promise.all(environments.map((environment) => audit({ ...of, environment } as never)))
  return findings.flat().flatMap(({ discrepancies }) => discrepancies)
}

/** Waits until the sessions of a closed product have ended. */
const unused = (of: Server): Promise<unknown> =>
  eventually(
    () =>
      sql('postgres', 'SELECT pid FROM pg_stat_activity WHERE datname = ANY ($1)', [
        owners.map((owner) => nameOn(of, owner)),
      ]),
    [],
  )

const serverOf = ({ database }: Pick<TestProduct, 'database'>): Server =>
  server(database('access').replace(/access$/, ''))

let stopped: Server
/** Databases without demo data. */
let unfilled: Server
let reservation: { id: string }
beforeAll(async () => {
  unfilled = serverOf(await startedDatabases(false))
  const product = await startTestProduct()
  stopped = serverOf(product)
  reservation = await reserve(product.url)
  await reserveMany(product.url, 20)
  await operator(product.url).ask(
    'mutation { createAmenity(input: { id: "copied", category: FACILITIES, name: { en: "A", es: "A" } }) { id } }',
  )
  await product.close()
  await unused(stopped)
})

describe('a copy of all databases', () => {
  /** Runs on the first copy. */
  let product: TestProduct | undefined
  afterAll(() => product?.close())

  it('has every row and sequence, and the product continues on it', async () => {
    const target = newServer()
    const copied: string[] = []
    await copy(stopped, target, { onProgress: (database) => copied.push(database) })
    expect(copied).toEqual([...owners])
    const content = await contentOf(target)
    expect(content).toEqual(await contentOf(stopped))
    // -1 before a table is vacuumed or analyzed; autovacuum is off in the tests' server.
    expect(
      await sql(
        nameOn(target, 'booking'),
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'sandbox'::regnamespace AND reltuples < 0`,
      ),
    ).toEqual([])
    expect(content['booking.sandbox.reservation']).toMatchObject({ count: '21' })
    product = await startTestProduct({}, { database: (owner) => nameOn(target, owner) })
    const { body } = await partner(product.url).get(`/api/partner/reservations/${reservation.id}`)
    expect(body.data).toMatchObject({ id: reservation.id })
    // New rows need the next numbers of their sequences, and the triggers work again.
    await reserveMany(product.url, 5)
    const { reservations } = await operator(product.url).ask('{ reservations(first: 1) { totalCount } }')
    expect(reservations).toEqual({ totalCount: 26 })
    expect(await discrepanciesIn(target)).toEqual([])
  })

  it('is taken into databases on which the product was only started', async () => {
    const target = await cloned(unfilled)
    await copy(stopped, target)
    expect(await contentOf(target)).toEqual(await contentOf(stopped))
  })

  it('is of one moment while the product takes and cancels reservations with coupons', async () => {
    const running = product!
    const [from, target] = [serverOf(running), newServer()]
    const countIn = async (of: Server): Promise<number> => {
      const counted = 'SELECT count(*)::integer FROM sandbox.reservation'
      const [row] = await sql<{ count: number }>(nameOn(of, 'booking'), counted)
      return row?.count ?? 0
    }
    await expect(copy(from, target)).rejects.toThrow(/^The source is in use, by sessions in .*stop the product first/)
    const before = await countIn(from)
    let isCopied = false
    const reserving = Promise.all(
      Array.from({ length: 2 }, async () => {
        while (!isCopied) {
          const { id } = await reserve(running.url, { promoCode: 'CENOTE10' })
          await partner(running.url).post(`/api/partner/reservations/${id}/cancel`, { reason: 'weather' })
          // Without a pause they would use more processor time than the copy.
          await betweenAttempts(50)
        }
      }),
    )
    // Not before there is something to copy.
    await reserve(running.url, { promoCode: 'CENOTE10' })
    await copy(from, target, { running: true }).finally(() => (isCopied = true))
    await reserving
    const copied = await countIn(target)
    expect(copied).toBeGreaterThan(before)
    expect(copied).toBeLessThanOrEqual(await countIn(from))
    expect(await discrepanciesIn(target)).toEqual([])
  })
})

describe('a copy is refused', () => {
  it('into databases that hold anything, which stay as they are', async () => {
    const target = await cloned(stopped)
    const before = await contentOf(target)
    await expect(copy(stopped, target)).rejects.toThrow(
      `The target's ${nameOn(target, 'access')} is not empty: live.api_key, live.partner, sandbox.api_key, `,
    )
    expect(await contentOf(target)).toEqual(before)
  })

  it('into databases that are in use', async () => {
    const target = await cloned(unfilled)
    await onConnection(nameOn(target, 'booking'), () =>
      expect(copy(stopped, target)).rejects.toThrow(/^The target is in use/),
    )
  })

  it('from databases that are not there, and creates none', async () => {
    const [source, target] = [newServer(), newServer()]
    await expect(copy(source, target)).rejects.toThrow(
      `The source has no database ${owners.map((owner) => nameOn(source, owner)).join(', ')}`,
    )
    const prefixes = [source, target].map(({ databasePrefix }) => `${databasePrefix}%`)
    expect(await sql('postgres', 'SELECT FROM pg_database WHERE datname LIKE ANY ($1)', [prefixes])).toEqual([])
  })

  it.each([
    ['DELETE FROM live._prisma_migrations', /of another version of the product: it lacks the migration live\./],
    ["UPDATE live._prisma_migrations SET checksum = 'other'", /of another version .+: it has .+\(other\)$/],
  ])('from another version of the product: %s', async (statement, message) => {
    const source = await cloned(stopped)
    await change(nameOn(source, 'access'), statement)
    await expect(copy(source, newServer())).rejects.toThrow(message)
  })
})

it('a copy that fails stores nothing, and the same copy completes once the cause is gone', async () => {
  const target = await cloned(unfilled)
  const before = await contentOf(target)
  const booking = nameOn(target, 'booking')
  await change(booking, 'ALTER TABLE sandbox.reservation ADD CONSTRAINT none CHECK (false)')
  await expect(copy(stopped, target)).rejects.toThrow('violates check constraint "none"')
  expect({ ...(await contentOf(target)), ...sequencesOf(before) }).toEqual(before)
  await change(booking, 'ALTER TABLE sandbox.reservation DROP CONSTRAINT none')
  await copy(stopped, target)
  expect(await contentOf(target)).toEqual(await contentOf(stopped))
})

/** Positions of sequences are not part of transactions. */
const sequencesOf = (content: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => Object.hasOwn(value as object, 'last_value')))
