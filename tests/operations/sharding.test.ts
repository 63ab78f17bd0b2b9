import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { openDatabases } from '../../subgraphs/booking/database.ts'
import { pruneTestMail } from '../../subgraphs/booking/reservation/notifications/test-mail.ts'
import { administrationDocument, administrationOperations } from '../testkit/administration-operations.ts'
import { onConnection, testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  addressOf,
  documentOf,
  graphOperations,
  prepareFixtures,
  prepareWebhook,
  restOperations,
} from '../testkit/operations.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { isDistributed, partitionByPartner, partitionNumber } from '../testkit/partner-partitions.ts'
import { plansDuring, relationsOf, removedWhenRun, reportPlans, type PlannedStatement } from '../testkit/plans.ts'
import {
  keys,
  nextSaturday,
  partner,
  startedDatabases,
  startTestProduct,
  type TestProduct,
} from '../testkit/product.ts'

/** Statements that read several shards, or shards and the coordinator at once, and why. */
const exceptions: readonly {
  readonly text: RegExp
  readonly reason: string
  /** Whether it is sent depends on the order in which responses come. */
  readonly isOccasional?: true
}[] = [
  {
    text: /FROM reservation WHERE product_id = \$1 AND visit_date BETWEEN/,
    reason: 'what a calendar concerns, of all partners, for operators',
  },
  {
    text: /FROM reservation WHERE stops IS NOT NULL AND held_people > 0 AND stops @> ANY/,
    reason: 'the parties of tours that a calendar concerns, of all partners, for operators',
  },
  {
    text: /^SELECT id AS id, .* FROM reservation WHERE id IN \( SELECT id FROM/,
    reason: 'lists of operators and the gate',
  },
  {
    text: /FROM reservation WHERE \(\(reservation\.partner_id = \$1 AND reservation\.id = \$2\) OR/,
    reason: "an operator's reads of several partners' reservations by id, when they come together",
    isOccasional: true,
  },
  {
    text: /FROM reservation WHERE \(\(product_id = \$1 AND visit_date = \$2 AND visit_time = \$3 AND product_type/,
    reason: 'manifests of all partners, for operators and the gate',
  },
  {
    text: /FROM \( ?SELECT partner_id, product_id, product_type, pricing/,
    reason: 'sales of all partners, for operators',
  },
  {
    text: /^SELECT \(SELECT (coalesce|count).* WHERE (true|id IN|id = ANY|visit_date)/,
    reason: 'totals of these lists',
  },
]

const normalized = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll(/"?\b(sandbox|live)"?\./g, '')
    .replaceAll(/"([a-z_]+)"/g, '$1')
    .trim()

/** Why a cluster cannot run a statement on one of its servers; undefined when it can. */
function problemOf({ plan }: PlannedStatement): string | undefined {
  const relations = [...new Set(relationsOf(plan))]
  const distributed = relations.filter(isDistributed)
  if (distributed.length === 0) return undefined
  const others = relations.filter((relation) => !isDistributed(relation))
  if (others.length > 0) return `reads ${distributed[0] ?? ''} on a shard and ${others.join(', ')} on the coordinator`
  const numbers = new Set(distributed.map(partitionNumber).filter((number) => number !== undefined))
  if (numbers.size > 1) return `reads ${numbers.size} shards`
  return removedWhenRun(plan) > 0 ? 'is known to read one shard only when it runs' : undefined
}

/** The problems of statements that are not excepted, each with its text. */
function problemsOf(statements: readonly PlannedStatement[], used = new Set<RegExp>()): string[] {
  const problems = new Map<string, string>()
  for (const statement of statements) {
    const problem = problemOf(statement)
    if (problem === undefined) continue
    const text = normalized(statement.text)
    const exception = exceptions.find((one) => one.text.test(text))
    if (exception) used.add(exception.text)
    else problems.set(text, problem)
  }
  return [...problems].map(([text, problem]) => `${problem}: ${text}`)
}

let product: TestProduct
let booking: string
beforeAll(async () => {
  const databases = await startedDatabases(true)
  booking = databases.database('booking')
  await partitionByPartner(booking)
  await reportPlans(booking)
  product = await startTestProduct({ CACHE_MB: '0' }, databases)
})
afterAll(() => product.close())

/** Operations whose sample names a guest's address that does not exist: they end before they read much. */
const ofGuests = [
  'GET /documents/{token}',
  'Query.signedFile',
  'Query.guestVisit',
  'Query.checkoutVisit',
  'Query.reviewInvitation',
  'Mutation.cancelVisit',
  'Mutation.changeVisit',
  'Mutation.resendVisitTicket',
  'Mutation.playCheckout',
  'Mutation.submitReview',
]

/** Sends every operation of REST and GraphQL; those that failed. */
async function runOperations(): Promise<string[]> {
  const failed: string[] = []
  const shared = await prepareWebhook(product, keys.demo)
  const read = await prepareFixtures(product, keys.demo, { webhook: shared })
  for (const [name, operation] of Object.entries(restOperations)) {
    if (operation.isOperators) continue
    const webhook = /DELETE.*webhook/.test(name) ? await prepareWebhook(product, keys.demo) : shared
    const fixtures = name.startsWith('GET')
      ? read
      : await prepareFixtures(product, keys.demo, { needs: operation.needs, webhook })
    const [method = ''] = name.split(' ')
    const { status } = await partner(product.url).send(method, addressOf(name, fixtures), operation.body?.(fixtures))
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
    const query = prepared ? administrationDocument(name, prepared) : documentOf(name, read)
    const { body } = await partner(product.url, operatorKeys.sandbox).post('/graphql', { query })
    if (body.errors) failed.push(name)
  }
  return failed
}

/** Names a reservation by references of its partner, from its creation to its confirmation. */
async function useReferences(): Promise<void> {
  const rest = partner(product.url)
  const path = '/api/partner/reservations'
  const externalId = randomUUID()
  const body = {
    cenoteId: demoId('cenote', 'dos-ojos'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    hold: true,
    externalId,
    resellerReference: 'ORD-1',
  }
  expect(await rest.post(path, body)).toHaveStatus(201)
  expect(await rest.post(path, body)).toHaveStatus(200)
  expect(await rest.get(`${path}?resellerReference=ORD-1`)).toHaveStatus(200)
  await operator(product.url).ask(`{ reservation(id: "${externalId}") { id } }`)
  expect(await rest.send('PATCH', `${path}/${externalId}`, { resellerReference: 'ORD-2' })).toHaveStatus(200)
  const missing = { guest: { name: 'Ana' }, visitors: { adults: 2 } }
  expect(await rest.post(`${path}/${externalId}/confirm`, missing)).toHaveStatus(200)
}

/** Reads what operators see of all partners. */
async function readAsOperator(): Promise<void> {
  const { reservation } = await prepareFixtures(product, keys.demo)
  const { ask } = operator(product.url)
  for (const filter of [
    '',
    '(filter: { status: CONFIRMED })',
    '(filter: { search: "ana" })',
    '(filter: { isActive: true })',
  ])
    await ask(`{ reservations${filter} { totalCount nodes { id } } }`)
  const { disruptions } = await ask('{ disruptions { nodes { id total } } }')
  const [{ id: disruptionId }] = disruptions.nodes
  await ask(`{ reservations(filter: { disruptionId: "${disruptionId}" }) { totalCount nodes { id } } }`)
  await ask(`{ salesReport(filter: { from: "2026-01-01", to: "2026-01-31" }, by: [PARTNER]) { rows { totalCents } } }`)
  await ask(
    `{ manifest(input: { productType: CENOTE, productId: "${demoId('cenote', 'gran-cenote')}", date: "${nextSaturday()}", time: "10:00" }) { rows { status } } }`,
  )
  await operator(product.url, 'sk_test_demo_gate').ask('{ reservations { totalCount nodes { id } } }')
  await ask(
    `{ reservation(id: "${reservation}") { statusHistory { status } communications { type } documents { url } } }`,
  )
}

/** Runs a statement of the test, which reports no plan. */
const run = <R extends object>(text: string): Promise<R[]> =>
  onConnection(booking, async (client) => {
    await client.query('SET search_path = sandbox; SET auto_explain.log_min_duration = -1')
    return (await client.query<R>(text)).rows
  })

const count = async (condition: string): Promise<number> =>
  (await run<{ count: number }>(`SELECT count(*)::integer FROM ${condition}`))[0]?.count ?? 0

/** Lets reminders, holds, visits and stored mails be due, and waits until the jobs of the product are through with them. */
async function runJobs(): Promise<void> {
  const rest = partner(product.url)
  const { reservation } = await prepareFixtures(product, keys.demo)
  await rest.post(`/api/partner/reservations/${reservation}/confirm`, { confirmationEmail: true })
  await prepareFixtures(product, keys.demo)
  expect(await count("communication WHERE status = 'scheduled'")).toBeGreaterThan(0)
  await run('UPDATE queued_mail SET due_at = now()')
  await eventually(() => count("communication WHERE status = 'scheduled'"), 0, { milliseconds: 60_000 })
  await run("UPDATE reservation SET payment_deadline = now() WHERE status = 'pending'")
  await run("UPDATE reservation SET day_ends_at = now() WHERE status = 'confirmed'")
  await run('UPDATE reservation_due SET due_at = now()')
  await eventually(() => count("reservation WHERE status IN ('pending', 'confirmed')"), 0, { milliseconds: 60_000 })
  const { databases, close } = await openDatabases(testServerUrl(), booking)
  const later = new Date(Date.now() + 90 * 86_400_000)
  await pruneTestMail({ databases, clock: { now: () => later } } as never, 'sandbox')
  await close()
  expect(await count('test_mail')).toBe(0)
}

describe('the statements of booking', () => {
  it('read one shard each, or the coordinator, except those that are listed', async () => {
    let failed: string[] = []
    const statements = await plansDuring(async () => {
      failed = await runOperations()
      await useReferences()
      await readAsOperator()
      await runJobs()
    })
    expect(failed.filter((name) => !ofGuests.includes(name))).toEqual([])
    const used = new Set<RegExp>()
    expect(problemsOf(statements, used)).toEqual([])
    expect(exceptions.filter(({ text, isOccasional }) => !isOccasional && !used.has(text))).toEqual([])
    // Those inside of functions are among them.
    const texts = new Set(statements.map(({ text }) => normalized(text)))
    expect([...texts].filter((text) => text.startsWith('INSERT INTO reservation_search'))).not.toEqual([])
    expect(texts.size).toBeGreaterThan(50)
  })

  const anyId = '00000000-0000-0000-0000-000000000001'
  it.each([
    ['reads 8 shards', `SELECT count(*) FROM reservation WHERE guest_email = 'a@example.com'`],
    ['reads 8 shards', `UPDATE reservation SET reminder_sent = true WHERE id = '${anyId}'`],
    ['reads 8 shards', `SELECT status FROM status_change WHERE reservation_id = '${anyId}'`],
    [
      'reads communication_p',
      `SELECT FROM communication c JOIN webhook w USING (partner_id) WHERE partner_id = '${anyId}'`,
    ],
    [
      'is known to read one shard only when it runs',
      `SELECT FROM reservation WHERE partner_id = current_setting('tests.partner')::uuid AND id = '${anyId}'`,
    ],
  ])('would not hide one that %s: %s', async (problem, text) => {
    const statements = await plansDuring(() =>
      onConnection(booking, async (client) => {
        await client.query(`SET search_path = sandbox, public; SET tests.partner = '${anyId}'`)
        await client.query(text)
      }),
    )
    expect(problemsOf(statements)).toEqual([expect.stringContaining(problem)])
  })

  it('would not hide one inside of a function', async () => {
    const statements = await plansDuring(() =>
      onConnection(booking, async (client) => {
        await client.query('BEGIN')
        await client.query('SET search_path = sandbox, public')
        await client.query(
          `CREATE FUNCTION planted(p_id uuid) RETURNS void LANGUAGE plpgsql AS $$
           BEGIN UPDATE reservation SET reminder_sent = true WHERE id = p_id; END $$`,
        )
        await client.query('SELECT planted($1)', [anyId])
      }),
    )
    expect(problemsOf(statements)).toEqual([expect.stringMatching(/^reads 8 shards: UPDATE reservation/)])
  })
})
