import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runKeys } from '../../cli/keys/keys.ts'
import { openAccessRepository } from '../../gateway/database/repository.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { testServerUrl } from '../testkit/database.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { ended, spawnProcess } from '../testkit/process.ts'
import {
  partner,
  sharedTestProduct,
  startTestProduct,
  type Json,
  type TestProduct,
  type SharedProduct,
} from '../testkit/product.ts'
import { addScopes, expireKey, revokeKey, storedHash, storedKeys } from '../testkit/stored-keys.ts'

const day = 86_400_000

/** Runs the command as a process of its own. */
async function runProcess(environment: Record<string, string>, ...args: string[]) {
  const run = spawnProcess('cli/keys/main.js', environment, args)
  return { code: await ended(run.child), text: run.output() }
}

describe('npm run keys', () => {
  let product: TestProduct | undefined
  let url: string
  let database: string
  beforeAll(async () => {
    product = await startTestProduct()
    url = product.url
    database = product.database('access')
  })
  afterAll(() => product?.close())

  /** Runs the command in this process, on the databases of the running product. */
  const command = async (...args: string[]): Promise<{ code: number; text: string }> => {
    let text = ''
    const write = (more: string): string => (text += more)
    const repository = await openAccessRepository(testServerUrl(), database)
    try {
      return { code: await runKeys(args, write, (work) => work(repository)), text }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      return { code: 1, text: `${text}${error.message}\n` }
    } finally {
      await repository.close()
    }
  }
  const records = async (...args: string[]): Promise<Json[]> => {
    const { code, text } = await command(...args, '--json')
    if (code !== 0) throw new Error(text)
    return text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json)
  }
  const verify = (apiKey: string) => partner(url, apiKey).get('/api/auth/verify')

  it('issues a key that the running product accepts immediately, with its partner, plan, scopes, label and limits', async () => {
    const [created] = await records(
      ...['create', '--partner', 'Blue Tours', '--new-partner', '--environment', 'live', '--plan', 'enterprise'],
      ...['--scope', 'catalog:read,keys:manage', '--label', 'web shop', '--limit', 'hour=5000'],
      ...['--limit', 'minute=700', '--limit', 'burst=90', '--limit', 'createReservation=20/60'],
    )
    expect(created).toMatchObject({
      apiKey: expect.stringMatching(/^pk_live_[\w-]{32}$/),
      environment: 'live',
      plan: 'enterprise',
      partner: { name: 'Blue Tours' },
      scopes: ['catalog:read', 'keys:manage'],
      label: 'web shop',
      limits: {
        hour: { limit: 5_000, seconds: 3_600 },
        minute: { limit: 700, seconds: 60 },
        burst: { limit: 90, seconds: 1 },
        createReservation: { limit: 20, seconds: 60 },
      },
      status: 'active',
      lastUsedAt: null,
    })
    const { status, body } = await verify(created.apiKey)
    expect([status, body.data]).toEqual([
      200,
      {
        valid: true,
        partner: created.partner,
        key: { id: created.id, prefix: 'pk_live_', lastFour: created.apiKey.slice(-4), createdAt: created.createdAt },
        environment: 'live',
        plan: 'enterprise',
        scopes: ['catalog:read', 'keys:manage'],
        limits: { perHour: 5_000, perMinute: 700, burst: 90 },
      },
    ])
  })

  it('issues a key that cannot change inventories by default', async () => {
    const args = ['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'basic']
    const [usual] = await records('create', ...args)
    expect(usual.scopes).toHaveLength(6)
    expect(usual.scopes).not.toContain('inventory:write')
    const [named] = await records('create', ...args, '--scope', 'inventory:write')
    expect((await verify(named.apiKey)).body.data.scopes).toEqual(['inventory:write'])
  })

  it('issues an operator key of the built-in partner, the same in both environments', async () => {
    const [live] = await records('create', '--operator', '--environment', 'live', '--label', 'Eva')
    const [sandbox] = await records('create', '--operator', '--environment', 'sandbox')
    expect(live.partner).toEqual({ id: sandbox.partner.id, name: 'Operator' })
    expect((await verify(live.apiKey)).body.data).toMatchObject({
      environment: 'live',
      // With the reading scopes that they include.
      scopes: expect.arrayContaining([
        'catalog:manage',
        'inventory:write',
        'pricing:manage',
        'platform:manage',
        'reservations:write',
      ]),
    })
    const { code, text } = await command('create', '--operator', '--partner', 'Demo Travel', '--environment', 'live')
    expect([code, text]).toEqual([1, expect.stringContaining('--operator excludes --partner')])
  })

  it('issues a gate key of the built-in partner direct, which has the scope of the gate alone', async () => {
    const [gate] = await records('create', '--gate', '--environment', 'sandbox')
    expect(gate).toMatchObject({ partner: { name: 'direct' }, scopes: ['gate:operate'], plan: 'enterprise' })
    const { scopes } = (await verify(gate.apiKey)).body.data
    expect([...scopes].sort()).toEqual(['catalog:read', 'gate:operate', 'pricing:read'])
    const { code, text } = await command('create', '--gate', '--partner', 'Demo Travel', '--environment', 'live')
    expect([code, text]).toEqual([1, expect.stringContaining('--gate excludes --partner')])
  })

  it.each(['platform:manage', 'gate:operate'])('refuses %s for a key of a partner', async (scope) => {
    const args = ['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'basic', '--scope', scope]
    const { code, text } = await command('create', ...args)
    expect([code, text]).toEqual([1, expect.stringContaining(`${scope} cannot be given to a key of Demo Travel`)])
  })

  it.each(['platform:manage', 'gate:operate'])(
    'grants nothing by a %s in the row of a key that it cannot be given to, nor to its successor',
    async (scope) => {
      const args = ['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'pro']
      const [old] = await records('create', ...args, '--scope', 'catalog:read,keys:manage')
      await addScopes(database, old.apiKey, scope)
      expect((await verify(old.apiKey)).body.data.scopes).toEqual(['catalog:read', 'keys:manage'])
      const refused = await partner(url, old.apiKey).graphql('{ partners { nodes { id } } }')
      expect(refused.body.errors[0].extensions).toMatchObject({
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { grantedScopes: ['catalog:read', 'keys:manage'] },
      })
      const [successor] = await records('refresh', old.id)
      expect((await verify(successor.apiKey)).body.data.scopes).toEqual(['catalog:read', 'keys:manage'])
    },
  )

  it('shows the secret once, and stores only its hash', async () => {
    const [{ apiKey }] = await records(
      'create',
      ...['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'pro'],
    )
    const { text } = await command('list', '--partner', 'Demo Travel')
    expect(text).toContain(`sk_test_…${apiKey.slice(-4)}  active  sandbox pro  Demo Travel`)
    expect(text).not.toContain(apiKey)
    const stored = await storedKeys(database)
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(apiKey)
  })

  it('gives a partner the same id in both environments, so that one partner is one', async () => {
    const args = ['--partner', 'Both Ways', '--plan', 'basic', '--environment']
    const [sandbox] = await records('create', ...args, 'sandbox', '--new-partner')
    const [live] = await records('create', ...args, 'live')
    expect(live.partner).toEqual(sandbox.partner)
    const listed = await records('list', '--partner', live.partner.id)
    expect(listed.map(({ environment, plan }) => [environment, plan])).toEqual([
      ['live', 'basic'],
      ['sandbox', 'basic'],
    ])
  })

  it('refreshes a key, and revokes one or its whole family, named by id or by the key itself', async () => {
    const [first] = await records(
      'create',
      ...['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'basic'],
    )
    const [second] = await records('refresh', first.id)
    expect(second).toMatchObject({ familyId: first.id, plan: 'basic', scopes: first.scopes, status: 'active' })
    const [third] = await records('refresh', second.apiKey)
    for (const { apiKey } of [first, second, third]) expect(await verify(apiKey)).toHaveStatus(200)
    expect(await records('revoke', first.apiKey)).toMatchObject([{ id: first.id, revoked: 1, workingInFamily: 2 }])
    expect((await command('refresh', first.id)).text).toContain('was revoked or has expired')
    expect((await command('revoke', third.id, '--family')).text).toContain('2 revoked')
    const states = (await records('list', '--environment', 'sandbox')).filter(({ familyId }) => familyId === first.id)
    expect(states.map(({ status }) => status)).toEqual(['revoked', 'revoked', 'revoked'])
  })

  it('does nothing and exits 1 when the command line cannot be followed, saying why', async () => {
    const count = (await records('list')).length
    const args = ['--environment', 'live', '--plan']
    const cases: [args: string[], message: string][] = [
      [['create', '--partner', 'Demo Travel', ...args, 'enterprise'], '--limit hour=<number> --limit minute=<number>'],
      [['create', '--partner', 'Demo Travle', ...args, 'pro'], '--new-partner'],
      [['create', '--partner', 'Demo Travel', '--new-partner', ...args, 'pro'], 'exists already'],
      [['revoke', 'sk_test_of_somebody_else'], 'There is no key sk_test_…'],
    ]
    const results = await Promise.all(cases.map(([args]) => command(...args)))
    expect(results).toEqual(cases.map(([, text]) => ({ code: 1, text: expect.stringContaining(text) })))
    expect(await runProcess({ DATABASE_URL: 'postgres://127.0.0.1:9' }, 'create', '--unknown')).toEqual({
      code: 1,
      text: expect.stringContaining('--unknown'),
    })
    expect(await records('list')).toHaveLength(count)
  })

  it('notes when a key was used last', async () => {
    const [{ id, apiKey }] = await records(
      'create',
      ...['--partner', 'Demo Travel', '--environment', 'sandbox', '--plan', 'pro'],
    )
    await verify(apiKey)
    // What was not written yet is written when the product ends.
    await product?.close()
    product = undefined
    const used = (await records('list', '--environment', 'sandbox')).find((one) => one.id === id)
    expect(Date.now() - Date.parse(used.lastUsedAt)).toBeLessThan(60_000)
  })

  it('starts the embedded database for itself while the product does not run, or uses a server of your own', async () => {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-keys-'))
    await chmod(dataFolder, 0o755)
    const create = (name: string) =>
      ['create', '--partner', name, '--new-partner', '--environment', 'live', '--plan', 'basic', '--json'] as const
    try {
      const created = await runProcess({ DATA_DIR: dataFolder }, ...create('Embedded'))
      expect(created).toEqual({ code: 0, text: expect.stringContaining('pk_live_') })
      const { id } = JSON.parse(created.text) as { id: string }
      expect(await runProcess({ DATA_DIR: dataFolder }, 'list')).toEqual({ code: 0, text: expect.stringContaining(id) })
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
    const own = await runProcess({ DATABASE_URL: testServerUrl() }, ...create(`Own ${Date.now()}`))
    expect(own).toEqual({ code: 0, text: expect.stringContaining('pk_live_') })
    const { id, apiKey } = JSON.parse(own.text) as { id: string; apiKey: string }
    const hash = createHash('sha256').update(apiKey).digest('hex')
    expect(await storedHash('access', 'live', id)).toBe(hash)
  })

  it('shares its database connection settings with npm run trust', async () => {
    const trust = spawnProcess('cli/trust/main.js', { DATABASE_URL: testServerUrl() }, ['--list'])
    expect([await ended(trust.child), trust.output()]).toEqual([0, expect.stringContaining('sandbox:')])
  })
})

describe('a key over REST', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })
  const verify = (apiKey: string | null) => partner(product.url, apiKey).get('/api/auth/verify')

  it('describes itself and its rights, in its own environment', async () => {
    const sandbox = await verify('sk_test_demo_readonly')
    expect(sandbox.body).toMatchObject({
      success: true,
      message: 'key.verified_successfully',
      data: {
        valid: true,
        partner: { name: 'Demo Travel' },
        key: { prefix: 'sk_test_', lastFour: 'only' },
        environment: 'sandbox',
        plan: 'pro',
        scopes: ['catalog:read', 'reservations:read', 'pricing:read'],
        limits: { perHour: 100_000, perMinute: 2_000, burst: 500 },
      },
      _sandbox: true,
    })
    const live = await verify('pk_live_demo_basic')
    expect(live.body.data).toMatchObject({ environment: 'live', limits: { perHour: 1_000, perMinute: 20, burst: 10 } })
    expect(live.body).not.toHaveProperty('_sandbox')
    const unlimited = await verify('sk_test_demo_enterprise')
    expect(unlimited.body.data.limits).toEqual({ perHour: 2 ** 31 - 1, perMinute: 2 ** 31 - 1, burst: 2 ** 31 - 1 })
  })

  it('is the same under both of the production prefixes, and under no other', async () => {
    const documented = await verify('pk_live_demo_pro')
    const variant = await verify('sk_live_demo_pro')
    expect(variant.body).toEqual(documented.body)
    for (const prefix of ['sk_test_', 'pk_test_', 'xx_live_', ''])
      expect((await verify(`${prefix}demo_pro_`)).body.error.code).toBe('INVALID_API_KEY')
    expect(await verify('pk_test_demo_pro')).toHaveStatus(401)
  })

  it('is refused when it is missing, wrong or revoked', async () => {
    expect((await verify(null)).body.error).toMatchObject({ code: 'AUTHENTICATION_REQUIRED', status: 401 })
    for (const key of [
      'sk_test_nobody_knows',
      'sk_test_demo_revoked',
      'nonsense',
      'sk_test_',
      `sk_test_${'x'.repeat(500)}`,
    ])
      expect([key, (await verify(key)).body.error.code]).toEqual([key, 'INVALID_API_KEY'])
  })

  it('is exchanged for one on the same terms; the old one works for 24 hours more', async () => {
    const { apiKey: before } = await issueTestKey(product, { plan: 'basic' })
    const refreshed = await partner(product.url, before).send('POST', '/api/auth/refresh')
    expect([refreshed.status, refreshed.body.message, refreshed.headers.get('cache-control')]).toEqual([
      201,
      'key.refreshed_successfully',
      'no-store',
    ])
    const { apiKey, key, previousKey } = refreshed.body.data
    expect(apiKey).toMatch(/^sk_test_[\w-]{32}$/)
    expect(key).toEqual({
      id: expect.any(String),
      prefix: 'sk_test_',
      lastFour: apiKey.slice(-4),
      createdAt: expect.any(String),
    })
    expect(Math.abs(Date.parse(previousKey.expiresAt) - Date.now() - day)).toBeLessThan(60_000)
    const [old, fresh] = [await verify(before), await verify(apiKey)]
    expect([old.status, fresh.status]).toEqual([200, 200])
    const { key: oldKey, ...args } = old.body.data
    expect(fresh.body.data).toEqual({ ...args, key })
    expect(oldKey.id).toBe(previousKey.id)
    await expireKey(product.database('access'), before)
    const successor = await partner(product.url, apiKey).send('POST', '/api/auth/refresh')
    expect([successor.status, successor.body.data.previousKey.id]).toEqual([201, key.id])
  })

  it('that was refreshed twice ends when it was to end first', async () => {
    const old = partner(product.url, (await issueTestKey(product)).apiKey)
    const first = await old.send('POST', '/api/auth/refresh')
    const second = await old.send('POST', '/api/auth/refresh')
    expect(second.body.data.apiKey).not.toBe(first.body.data.apiKey)
    expect(second.body.data.previousKey.expiresAt).toBe(first.body.data.previousKey.expiresAt)
  })

  it('can only be exchanged with the scope for it, and not once it is revoked, even where that is not yet known', async () => {
    const denied = await partner(product.url, 'sk_test_demo_readonly').send('POST', '/api/auth/refresh')
    expect(denied.body.error).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: {
        requiredScopes: ['keys:manage'],
        grantedScopes: ['catalog:read', 'reservations:read', 'pricing:read'],
      },
    })
    const { apiKey } = await issueTestKey(product)
    const revoked = partner(product.url, apiKey)
    expect(await revoked.get('/api/auth/verify')).toHaveStatus(200)
    await revokeKey(product.database('access'), apiKey)
    expect((await revoked.send('POST', '/api/auth/refresh')).body.error.code).toBe('INVALID_API_KEY')
  })

  it('refreshed under an Idempotency-Key has one successor, however often the request is sent', async () => {
    const { apiKey } = await issueTestKey(product, { environment: 'live' })
    const headers = { 'Idempotency-Key': 'once' }
    const send = () => partner(product.url, apiKey).send('POST', '/api/auth/refresh', undefined, headers)
    const [first, again] = [await send(), await send()]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })
})
