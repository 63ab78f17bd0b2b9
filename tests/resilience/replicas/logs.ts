import { expect, it } from '@jest/globals'
import { demoId } from '../../../platform/values/demo-id.ts'
import { eventually } from '../../testkit/eventually.ts'
import type { Member } from '../../testkit/member.ts'
import { keys, nextSaturday, partner, Subscriber } from '../../testkit/product.ts'
import { firstOfEach, secrets, type Cluster } from './cluster.ts'

const logOf = ({ output }: Member): string => output()

/** The lines with a text that a part has logged in its process, which it may share with others. */
const linesOf = (service: string, member: Member, text: string): Record<string, unknown>[] =>
  logOf(member)
    .split('\n')
    // The last one may not have arrived in full.
    .slice(0, -1)
    .filter((line) => line.includes(`"service":"${service}"`) && line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Registers tests of what separate processes log. */
export function logTests(cluster: () => Cluster): void {
  const restUrl = (): string => cluster().facades[0].url
  const gatewayUrl = (): string => cluster().gateways[0].url

  it('has one id for a request in the log of every process that takes part in it', async () => {
    const requestId = 'walk-7f3a9c'
    const reply = await partner(restUrl()).post(
      '/api/partner/reservations',
      {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Ida', email: 'ida@example.com', phone: '+52 1' },
      },
      { 'X-Request-Id': requestId },
    )
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([201, requestId])
    // What booking knows of a cenote may be cached: the catalog is called by a separate read.
    const read = await partner(restUrl()).get('/api/partner/cenotes?perPage=1', { 'X-Request-Id': requestId })
    expect(read).toHaveStatus(200)
    const servedBy = ([name, member]: [string, Member]): boolean =>
      linesOf(name, member, `"requestId":"${requestId}"`).some(({ msg }) => msg === 'request completed')
    // What a process writes arrives here a moment later.
    const members = Object.entries(firstOfEach(cluster()))
    await eventually(() => members.filter((one) => !servedBy(one)).map(([name]) => name), [])
  })

  it('logs at debug alone what a facade asks its gateway every few seconds', () => {
    const lines = linesOf('gateway', cluster().gateways[0], '"route":"/page-origins"')
    const debug = 20
    expect(new Set(lines.map(({ level }) => level))).toEqual(new Set([debug]))
  })

  it('writes no secret to any log, and returns none except to its owner', async () => {
    const rest = partner(restUrl())
    const guess = 'sk_test_a_key_that_somebody_guessed'
    const webhook = await rest.post('/webhooks', { url: 'http://127.0.0.1:9/logs', events: ['reservation.created'] })
    const made = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ida', email: 'ida@example.com', phone: '+52 1' },
    })
    const confirmed = await rest.post(`/api/partner/reservations/${made.body.data.id}/confirm`, {
      paymentId: 'pay_1',
      paymentMethod: 'credit_card',
      transactionId: 'tx_1',
      confirmationEmail: true,
      generateDocuments: true,
    })
    // On a busy machine the response does not wait until the mail is accepted.
    await eventually(
      async () => (await rest.get(`/api/partner/reservations/${made.body.data.id}`)).body.data.confirmationSent,
      true,
    )
    const ticketUrl = String(confirmed.body.data.documents.ticket)
    const token = new URL(ticketUrl).pathname.split('/').at(-1) ?? ''
    expect(token.length).toBeGreaterThan(20)
    const responses = [
      await partner(restUrl(), null).get(ticketUrl),
      await partner(restUrl(), null).get(`${ticketUrl}x`),
      await partner(restUrl(), guess).get('/api/partner/cenotes'),
      await partner(gatewayUrl(), guess).post('/graphql', { query: '{ viewer { plan } }' }),
      await partner(restUrl(), null).get('/api/partner/cenotes', { Authorization: `Bearer ${guess}` }),
      await partner(restUrl()).get('/api/partner/cenotes', { Authorization: `Bearer ${guess}` }),
      await partner(gatewayUrl(), null).post(
        '/graphql',
        { query: '{ viewer { plan } }' },
        { Authorization: `Bearer ${keys.demo}` },
      ),
      await rest.get(`/webhooks/${webhook.body.data.id}`),
      await rest.post(`/webhooks/${webhook.body.data.id}/ping`, {}),
      await rest.get('/api/auth/verify'),
      await rest.post('/api/partner/reservations', '{"broken":'),
      await rest.post('/api/partner/reservations', { wrong: keys.demo }),
      await partner(gatewayUrl()).post('/graphql', { query: '{ broken' }),
      await partner(gatewayUrl()).post('/graphql', { query: '{ reservations { totalCount } }' }),
    ]
    const socket = new Subscriber(gatewayUrl(), 'subscription { reservationEvents { nothing } }')
    await socket.received(1)
    await socket.close()

    const own = [...Object.values(secrets), new URL(cluster().databaseUrl).password]
    const all = [...own, token, keys.demo, guess, String(webhook.body.data.secret).slice('whsec_'.length)]
    for (const secret of all) expect(secret.length).toBeGreaterThan(7)
    const signed = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/
    for (const [name, member] of Object.entries(firstOfEach(cluster()))) {
      const log = logOf(member)
      // The log is there to be looked through.
      expect(linesOf(name, member, 'request completed')).not.toEqual([])
      for (const secret of all) expect([name, log.includes(secret)]).toEqual([name, false])
      expect(log).not.toMatch(signed)
    }
    for (const { body, headers } of [webhook, made, confirmed, ...responses]) {
      const response = `${JSON.stringify([...headers])} ${Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body)}`
      for (const secret of [...own, guess]) expect(response.includes(secret)).toBe(false)
      expect(response).not.toMatch(signed)
    }
    expect(JSON.stringify(responses.map(({ body }) => body))).not.toContain(webhook.body.data.secret)
    await rest.send('DELETE', `/webhooks/${webhook.body.data.id}`)
  })
}
