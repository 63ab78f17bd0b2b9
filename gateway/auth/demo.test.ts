import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../platform/process/logger.ts'
import { testServerUrl, uniqueName } from '../../tests/testkit/database.ts'
import { openAccess, type Access } from '../access.ts'
import { refreshKey } from './issue.ts'
import { seedDemoAccess } from './demo.ts'
import { operatorScopes } from './scopes.ts'
import { openAccessRepository } from '../database/repository.ts'
import { demoId } from '../../platform/values/demo-id.ts'

const databaseName = uniqueName('demo_keys')
const demoKey = 'sk_test_demo_pro'
let refreshed: string
let open: Access
let production: Access

beforeAll(async () => {
  const common = {
    serverUrl: testServerUrl(),
    databaseName,
    signingSecret: 'a secret of the tests, long enough',
    logger: createLogger('silent', 'test'),
  }
  open = await openAccess({ ...common, demoData: true, demoKeys: true })
  const repository = await openAccessRepository(testServerUrl(), databaseName)
  const old = await repository.findKey('sandbox', demoId('api-key', demoKey))
  if (!old) throw new Error('The demo data has no such key')
  refreshed = (await refreshKey(repository, 'sandbox', old))?.apiKey ?? ''
  await repository.close()
  production = await openAccess({ ...common, demoData: false, demoKeys: false })
})
const none = async () => ({})
afterAll(() => Promise.all([open.subgraph(none).close(), production.subgraph(none).close()]))

const authenticate = (access: Access, apiKey: string) =>
  access.authenticate({ apiKey, acceptLanguage: undefined, requestId: 'test' }, access.meter(undefined, undefined))

describe('the keys of the demo data', () => {
  it('open the sandbox and the live environment where they are welcome', async () => {
    for (const key of [demoKey, 'pk_live_demo_basic', refreshed])
      expect(await authenticate(open, key)).toMatchObject({ partnerId: demoId('partner', 'demo') })
  })

  it('are renewed: those that exist get the scopes that demo keys have in this version', async () => {
    const repository = await openAccessRepository(testServerUrl(), databaseName)
    const id = demoId('api-key', 'sk_test_demo_operator')
    const scopes = async () => (await repository.requireKey('sandbox', id)).scopes
    await repository.pools.sandbox.query("UPDATE api_key SET scopes = '{platform:manage}' WHERE id = $1", [id])
    expect(await scopes()).toEqual(['platform:manage'])
    await seedDemoAccess(repository)
    expect(await scopes()).toEqual(operatorScopes)
    await repository.close()
  })

  it('open nothing in production, though the database has them; nor does one that was refreshed from them', async () => {
    for (const key of [demoKey, 'pk_live_demo_basic', 'sk_test_rival_enterprise', 'pk_live_demo_operator', refreshed])
      await expect(authenticate(production, key)).rejects.toMatchObject({ extensions: { code: 'INVALID_API_KEY' } })
  })
})
