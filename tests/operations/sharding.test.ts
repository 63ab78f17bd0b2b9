import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { administrationOperations } from '../testkit/administration-operations.ts'
import {
  addressOf,
  documentOf,
  graphOperations,
  prepareFixtures,
  prepareWebhook,
  restOperations,
} from '../testkit/operations.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { statementsDuring } from '../testkit/statements.ts'

/** The tables of the database `booking` by what a distributed PostgreSQL would divide them by (docs/scale.md). */
const tables = {
  partner: [
    'reservation',
    'reservation_event',
    'reservation_total',
    'reservation_search',
    'completed_operation',
    'event_horizon',
    'webhook',
  ],
  owner: ['status_change', 'communication', 'coupon_claim', 'webhook_delivery'],
  cenote: ['inventory_day', 'inventory_slot', 'closure', 'special_event', 'cenote_fence'],
  none: ['event_log', 'event_retention', 'webhook_queue_position', 'fact_change', 'change', 'job_run'],
} as const
type Division = Exclude<keyof typeof tables, 'none'>

const given = String.raw`(= ?(ANY ?\()?\$|IN \(\$)`
/** The conditions that limit a statement to the shards of its values. */
const limited: Readonly<Record<Division, RegExp>> = {
  partner: new RegExp(String.raw`\bpartner_id ${given}|INSERT INTO \w+ \([^)]*\bpartner_id\b`),
  owner: new RegExp(
    String.raw`\b(reservation_id|webhook_id|id) ${given}|INSERT INTO \w+ \([^)]*\b(reservation_id|webhook_id)\b`,
  ),
  cenote: new RegExp(
    String.raw`\bcenote_id ${given}|INSERT INTO \w+( AS \w+)? \([^)]*\bcenote_id\b|unnest\(\$\d+::uuid\[\].*\bcenote_id\b|_places\(\$`,
  ),
}

/** Statements that reach several shards, or cannot name theirs, and why. Those of jobs run when they are due. */
const exceptions: readonly { readonly text: RegExp; readonly reason: string; readonly ofJob?: true }[] = [
  { text: /^UPDATE reservation SET .* WHERE id = \$1$/, reason: 'its partner is known: it was locked by it before' },
  { text: /FROM reservation WHERE cenote_id = \$1 AND visit_date/, reason: 'a calendar concerns all partners' },
  { text: /(FROM|UPDATE) reservation .*status = 'pending'/, reason: 'holds that end, of all partners', ofJob: true },
  { text: /FROM reservation WHERE status = 'confirmed'/, reason: 'visits that ended, of all partners', ofJob: true },
  { text: /SET (confirmation|reminder)_sent = true/, reason: 'a message that was sent', ofJob: true },
  { text: /^(UPDATE|WITH) .*\bcommunication\b/, reason: 'reminders that are due', ofJob: true },
  { text: /\bcoupon_claim .*due_at <= \$1/, reason: 'claims that are due', ofJob: true },
  { text: /FROM reservation WHERE id = ANY/, reason: 'reservations of due reminders', ofJob: true },
  {
    text: /webhook_queue_position|^WITH batch AS/,
    reason: 'the webhook queue reads the log of each shard',
    ofJob: true,
  },
  { text: /WHERE transaction_id >= oldest/, reason: 'the end of the log, of each shard', ofJob: true },
  { text: /lease_holder|next_attempt_at <= now\(\)/, reason: 'workers look for what is due', ofJob: true },
  {
    text: /^(UPDATE|INSERT INTO|DELETE FROM) webhook_delivery|FROM webhook_delivery d/,
    reason: 'workers',
    ofJob: true,
  },
  {
    text: /FROM reservation_event WHERE \(transaction_id, sequence\) > \S+ \S+ AND transaction_id/,
    reason: 'one reader for all subscribers',
    ofJob: true,
  },
  {
    text: /\b(closure|special_event) WHERE (id|series_id) = \$1/,
    reason: 'administration finds a cenote by what it changes',
  },
  {
    text: /event_retention|reservation_event_default|completed_at <|DELETE FROM webhook w/,
    reason: 'removal',
    ofJob: true,
  },
  { text: /FROM webhook WHERE .*secret/, reason: 'secrets that are sealed again', ofJob: true },
]

const normalized = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll(/"?(sandbox|live)"?\./g, '')
    .replaceAll(/"(\w+)"\."(\w+)"/g, '$2')
    .replaceAll(/"([a-z_]+)"/g, '$1')
    .trim()

function tablesOf(text: string): string[] {
  const derived = new Set([...text.matchAll(/\b(\w+) AS (?:MATERIALIZED )?\(/g)].map(([, name]) => name))
  const named = [...text.matchAll(/\b(?:FROM|JOIN|INTO|(?<!FOR |NO KEY |DO )UPDATE) (?:ONLY )?([a-z_]+)\b(?!\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => !derived.has(name))
  const called = /\b(take|release)_places\(/.test(text) ? ['inventory_day'] : []
  return [...new Set([...named, ...called])]
}

/** Why a statement may not be sent as it is; undefined when it stays on its shards, or is excepted. */
function problemOf(text: string, used: Set<RegExp>): string | undefined {
  const known: readonly string[] = Object.values(tables).flat()
  const named = tablesOf(text)
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0) return `names ${unknown.join(', ')}, which docs/scale.md does not divide`
  const missing = (['partner', 'owner', 'cenote'] as const).filter(
    (division) =>
      named.some((name) => (tables[division] as readonly string[]).includes(name)) && !limited[division].test(text),
  )
  if (missing.length === 0) return undefined
  const exception = exceptions.find((one) => one.text.test(text))
  if (exception) used.add(exception.text)
  return exception ? undefined : `is not limited to one ${missing.join(' and one ')}`
}

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ CACHE_MB: '0' })
})
afterAll(() => product.close())

/** Operations whose sample names a guest's address that does not exist: they end before they read much. */
const ofGuests = [
  'GET /documents/{token}',
  'Query.signedFile',
  'Query.guestVisit',
  'Query.checkoutVisit',
  'Query.reviewInvitation',
  'Mutation.playCheckout',
  'Mutation.submitReview',
]

describe('the statements of booking', () => {
  it('stay on the shards of a partner and a cenote, except those that are listed', async () => {
    const failed: string[] = []
    const statements = await statementsDuring(async () => {
      const shared = await prepareWebhook(product, keys.demo)
      const read = await prepareFixtures(product, keys.demo, { webhook: shared })
      for (const [name, operation] of Object.entries(restOperations)) {
        const webhook = /DELETE.*webhook/.test(name) ? await prepareWebhook(product, keys.demo) : shared
        const fixtures = name.startsWith('GET')
          ? read
          : await prepareFixtures(product, keys.demo, { needs: operation.needs, webhook })
        const [method = ''] = name.split(' ')
        const { status } = await partner(product.url).send(
          method,
          addressOf(name, fixtures),
          operation.body?.(fixtures),
        )
        if (status >= 400) failed.push(name)
      }
      for (const [name, operation] of Object.entries(graphOperations)) {
        if (name.startsWith('Subscription') || name in administrationOperations) continue
        const webhook = name === 'Mutation.deleteWebhook' ? await prepareWebhook(product, keys.demo) : shared
        const fixtures = name.startsWith('Query')
          ? read
          : await prepareFixtures(product, keys.demo, { needs: operation.needs, webhook })
        const { body } = await partner(product.url).post('/graphql', { query: documentOf(name, fixtures) })
        if (body.errors) failed.push(name)
      }
      for (const [name, operation] of Object.entries(administrationOperations)) {
        const prepared = await operation.prepare?.(product.url, 'sandbox')
        const query = prepared ? `mutation { ${name.slice('Mutation.'.length)}${prepared} }` : documentOf(name, read)
        const { body } = await partner(product.url, operatorKeys.sandbox).post('/graphql', { query })
        if (body.errors) failed.push(name)
      }
    })
    expect(failed.filter((name) => !ofGuests.includes(name))).toEqual([])
    const sent = statements.filter(({ database }) => database === product.database('booking'))
    const texts = [...new Set(sent.map(({ text }) => normalized(text)))]
    expect(texts.length).toBeGreaterThan(50)
    const used = new Set<RegExp>()
    const problems = texts.flatMap((text) => {
      const problem = problemOf(text, used)
      return problem === undefined ? [] : [`${problem}: ${text}`]
    })
    expect(problems).toEqual([])
    expect(exceptions.filter(({ text, ofJob }) => !ofJob && !used.has(text))).toEqual([])
  })

  it.each([
    'SELECT count(*) FROM reservation WHERE guest_email = $1',
    'SELECT FROM inventory_slot WHERE visit_date = $1',
    'SELECT FROM status_change ORDER BY at LIMIT 1',
    'DELETE FROM another_table WHERE partner_id = $1',
    'SELECT FROM reservation JOIN inventory_day USING (cenote_id) WHERE partner_id = $1',
  ])('would not hide %j', (text) => {
    expect(problemOf(text, new Set())).toEqual(expect.any(String))
  })
})
