// Forged claims about the caller, and addresses that the product must not connect to.
import { floodSeconds, type Attack } from './attack.ts'
import { at, failureIn, flood, graphql, send, statuses } from './client.ts'

const addresses = [
  'http://127.0.0.1:<port>/hook',
  'http://2130706433:<port>/hook',
  'http://0x7f.1:<port>/hook',
  'http://[::ffff:127.0.0.1]:<port>/hook',
  'http://[::1]:<port>/hook',
  'http://localhost:<port>/hook',
  'http://0.0.0.0:<port>/hook',
  'http://169.254.169.254/latest/meta-data',
  'http://[64:ff9b::7f00:1]:<port>/hook',
]

export const webhookAddresses: Attack = {
  name: 'webhooks to our own addresses',
  async run(target) {
    const key = target.keys.enterprise
    const port = new URL(target.url).port
    const responses = []
    const accepted: string[] = []
    for (const address of addresses) {
      const url = address.replace('<port>', port)
      const body = JSON.stringify({ url, events: ['reservation.created'] })
      const response = await send(target, { path: '/webhooks', key, body })
      responses.push(response)
      if (response.status >= 400) continue
      accepted.push(url)
      await send(target, { path: `/webhooks/${String(at(response, 'data', 'id'))}`, method: 'DELETE', key })
    }
    return {
      responses: statuses(responses),
      breach: failureIn(responses) ?? (accepted.length > 0 ? `accepted: ${accepted.join(' ')}` : undefined),
    }
  },
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Headers between processes of the product, without a signature. */
const forged = (): Record<string, string> => {
  const now = Math.floor(Date.now() / 1_000)
  const identity = { partnerId: 'x', environment: 'live', scopes: ['catalog:read'], aud: 'booking', iat: now }
  const caller = base64({ id: 'attack', issuedAt: Date.now(), alreadyCounted: true, clientAddress: '203.0.113.7' })
  return {
    authorization: `Bearer ${base64({ alg: 'none' })}.${base64({ ...identity, exp: now + 60 })}.`,
    'x-forwarded-caller': `${caller}.${Buffer.alloc(32).toString('base64url')}`,
    'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}`,
  }
}

export const forgedIdentities: Attack = {
  name: 'unsigned identities',
  async run(target) {
    const responses = await flood(15, floodSeconds, () =>
      graphql(target, '{ viewer { partner { id } } }', { headers: forged() }),
    )
    const believed = responses.filter(
      (response) => at(response, 'data', 'viewer', 'partner', 'id') !== undefined,
    ).length
    const uncounted = responses.every(({ status }) => status !== 429)
    return {
      responses: statuses(responses),
      breach:
        failureIn(responses) ??
        (believed > 0 ? `${believed} were accepted` : uncounted ? 'no request was counted' : undefined),
    }
  },
}

export const wrongKeys: Attack = {
  name: '100 wrong keys a second',
  async run(target) {
    const responses = await flood(100, floodSeconds, (index) =>
      graphql(target, '{ __typename }', { key: `sk_test_${String(index).padStart(32, 'x')}` }),
    )
    const accepted = responses.filter(({ status }) => status < 400).length
    return {
      responses: statuses(responses),
      breach: failureIn(responses) ?? (accepted > 0 ? `${accepted} were accepted` : undefined),
    }
  },
}
