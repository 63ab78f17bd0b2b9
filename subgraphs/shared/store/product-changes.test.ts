import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { openPool, sql, uniqueName } from '../../../tests/testkit/database.ts'
import { eventually } from '../../../tests/testkit/eventually.ts'
import { readProductChanges, removeProductChanges, type ProductChange } from './product-changes.ts'

const database = uniqueName('product_changes')
const [azul, verde] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
let pool: pg.Pool
beforeAll(async () => {
  await sql('postgres', `CREATE DATABASE ${database}`)
  pool = openPool(database)
  await pool.query(
    `CREATE TABLE product_change (transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
       at timestamptz NOT NULL DEFAULT clock_timestamp(), kind text NOT NULL, product_type text, product_ids uuid[], action text,
       changed text[] NOT NULL DEFAULT '{}', date_from text, date_to text)`,
  )
})
afterAll(() => pool.end())
beforeEach(() => pool.query('TRUNCATE product_change'))

type Note = Partial<Record<'kind' | 'product_type' | 'action' | 'date_from' | 'date_to' | 'at', string>> & {
  readonly product_ids?: readonly string[]
  readonly changed?: readonly string[]
}
async function note(given: Note, client: Pick<pg.Pool, 'query'> = pool): Promise<void> {
  const names = Object.keys(given).join(', ')
  await client.query(
    `INSERT INTO product_change (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::product_change, $1)`,
    [JSON.stringify(given)],
  )
}
const start = async (): Promise<string> => (await readProductChanges(pool, null)).position
/** By kind and product: those of one moment have no order. */
const changesSince = async (position: string): Promise<Omit<ProductChange, 'at'>[]> =>
  (await readProductChanges(pool, position)).changes
    .map(({ at: _at, ...change }) => change)
    .sort((one, other) => (`${one.kind} ${one.productId}` < `${other.kind} ${other.productId}` ? -1 : 1))
const cenote = { product_type: 'cenote' }
const none = { productType: null, productId: null, action: null, changed: [], dateFrom: null, dateTo: null }

describe('changes of products since a position', () => {
  it('name each product and kind once, with all members and dates', async () => {
    const position = await start()
    await note({
      kind: 'product',
      ...cenote,
      product_ids: [azul, verde],
      action: 'updated',
      changed: ['name', 'images'],
    })
    await note({ kind: 'product', ...cenote, product_ids: [azul], action: 'updated', changed: ['contact', 'name'] })
    const dates = { date_from: '2026-12-03', date_to: '2026-12-05' }
    await note({ kind: 'availability', ...cenote, product_ids: [azul], ...dates })
    await note({ kind: 'availability', ...cenote, product_ids: [azul], date_from: '2026-12-01', date_to: '2026-12-01' })
    expect(await changesSince(position)).toEqual([
      {
        ...none,
        kind: 'availability',
        productType: 'cenote',
        productId: azul,
        dateFrom: '2026-12-01',
        dateTo: '2026-12-05',
      },
      {
        ...none,
        kind: 'product',
        productType: 'cenote',
        productId: azul,
        action: 'updated',
        changed: ['contact', 'images', 'name'],
      },
      {
        ...none,
        kind: 'product',
        productType: 'cenote',
        productId: verde,
        action: 'updated',
        changed: ['images', 'name'],
      },
    ])
  })

  it('have no first or last date when one of them has none', async () => {
    const position = await start()
    await note({ kind: 'availability', ...cenote, product_ids: [azul], date_from: '2026-12-03', date_to: '2026-12-05' })
    await note({ kind: 'availability', ...cenote, product_ids: [azul] })
    expect(await changesSince(position)).toMatchObject([{ productId: azul, dateFrom: null, dateTo: null }])
  })

  it.each([
    { actions: ['created', 'updated', 'deactivated'], action: 'created' },
    { actions: ['deactivated', 'updated'], action: 'updated' },
    { actions: ['updated', 'deactivated'], action: 'deactivated' },
  ])('are of the last state when $actions follow one another', async ({ actions, action }) => {
    const position = await start()
    for (const each of actions)
      await note({ kind: 'product', ...cenote, product_ids: [azul], action: each, changed: ['isActive'] })
    await note({ kind: 'product', ...cenote, product_ids: [azul], action: 'updated', changed: ['name'] })
    expect(await changesSince(position)).toMatchObject([
      { action, changed: action === 'created' ? [] : ['isActive', 'name'] },
    ])
  })

  it('stand for every product without ids', async () => {
    const position = await start()
    await note({ kind: 'pricing' })
    expect(await changesSince(position)).toEqual([{ ...none, kind: 'pricing' }])
  })

  it('are none where the next position begins, and say when the first was made', async () => {
    const position = await start()
    await note({ kind: 'pricing', at: '2026-11-27T10:00:00.500Z' })
    await note({ kind: 'pricing', at: '2026-11-27T10:00:03Z' })
    const later = await readProductChanges(pool, position)
    expect(later.changes).toMatchObject([{ at: Date.parse('2026-11-27T10:00:00.500Z') }])
    expect(await changesSince(later.position)).toEqual([])
  })

  it('come when their transaction has ended, also when later ones were read before', async () => {
    const long = await pool.connect()
    await long.query('BEGIN')
    await note({ kind: 'pricing' }, long)
    await note({ kind: 'product', ...cenote, product_ids: [azul], action: 'updated', changed: ['name'] })
    const position = await start()
    expect(await changesSince(position)).toEqual([])
    await long.query('COMMIT')
    long.release()
    expect(await changesSince(position)).toMatchObject([{ kind: 'pricing' }])
  })

  it('are all there, however many products a statement concerned', async () => {
    const position = await start()
    await pool.query(
      `INSERT INTO product_change (kind, product_type, product_ids, action)
       SELECT 'product', 'cenote', array_agg(gen_random_uuid()), 'created' FROM generate_series(1, 30000)`,
    )
    const changes = await changesSince(position)
    expect(new Set(changes.map(({ productId }) => productId)).size).toBe(30_000)
  })

  it('are of everything when the database was restored from an older backup', async () => {
    const [xmin = '', xmax = ''] = (await start()).split(':')
    const changes = await changesSince(`${xmin}:${BigInt(xmax) + 1_000_000n}:`)
    expect(changes).toEqual([
      { ...none, kind: 'availability' },
      { ...none, kind: 'pricing' },
      { ...none, kind: 'product', action: 'updated' },
    ])
  })
})

describe('changes of products are removed', () => {
  const old = (): string => new Date(Date.now() - 8 * 86_400_000).toISOString()

  it('after a week, and a reader that was away for longer reads that every product may have changed', async () => {
    const position = await start()
    await note({ kind: 'product', ...cenote, product_ids: [azul], action: 'created', at: old() })
    await note({ kind: 'availability', ...cenote, product_ids: [azul], at: old() })
    await note({ kind: 'availability', ...cenote, product_ids: [verde], at: old() })
    const after = await start()
    await note({
      kind: 'availability',
      ...cenote,
      product_ids: [verde],
      date_from: '2026-12-01',
      date_to: '2026-12-01',
    })
    // A transaction of another test may be older than they are.
    await eventually(async () => {
      await removeProductChanges(pool)
      return (await pool.query('SELECT 1 FROM product_change')).rowCount
    }, 3)
    expect(await changesSince(position)).toMatchObject([
      { kind: 'availability', productId: verde, dateFrom: '2026-12-01' },
      { kind: 'availability', productId: null, dateFrom: null },
      { kind: 'product', productId: null, action: 'updated' },
    ])
    expect(await changesSince(after)).toMatchObject([{ kind: 'availability', productId: verde }])
  })

  it('when their transactions have not begun on this server', async () => {
    await pool.query(`INSERT INTO product_change (transaction, kind) VALUES ('9000000000', 'pricing')`)
    await removeProductChanges(pool)
    expect((await pool.query('SELECT 1 FROM product_change')).rowCount).toBe(0)
  })
})
