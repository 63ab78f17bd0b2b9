import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Chance } from '../../bench/chance.ts'
import { auditedAmounts } from '../../cli/audit/audit.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { operatorPartner } from '../../schema/built-in-partners.ts'
import { testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { seedOf, times } from '../testkit/long-form.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { statementsDuring } from '../testkit/statements.ts'
import { Wire } from '../testkit/wire.ts'

const rivalTours = { id: demoId('partner', 'rival'), name: 'Rival Tours' }
const demoTravel = { id: demoId('partner', 'demo'), name: 'Demo Travel' }
const pages = { CHECKOUT_URL: 'https://pay.example/live', SANDBOX_CHECKOUT_URL: 'https://pay.example/sandbox' }

let product: TestProduct
let staff: ReturnType<typeof partner>
const reservationOf: Record<string, string> = {}
beforeAll(async () => {
  product = await startTestProduct(pages)
  staff = partner(product.url, operatorKeys.sandbox)
  for (const key of [keys.demo, keys.rival]) {
    const { body } = await partner(product.url, key).post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: `Guest of ${key}`, email: 'eva@example.com', phone: '+52 998 123 4567' },
    })
    reservationOf[key] = body.data.id
  }
})
afterAll(() => product.close())

const demo = demoId('partner', 'demo')
const rival = demoId('partner', 'rival')
const list = `query ($filter: ReservationFilter, $sort: ReservationSort, $first: Int, $after: String, $offset: NonNegativeInt) {
  reservations(filter: $filter, sort: $sort, first: $first, after: $after, offset: $offset) {
    totalCount nodes { id partnerId } pageInfo { endCursor } } }`

describe('reading with platform:manage', () => {
  it('shows the reservations of every partner, each with its partner, one by one and in lists', async () => {
    const { ask } = operator(product.url)
    for (const [key, partnerId] of [
      [keys.demo, demo],
      [keys.rival, rival],
    ] as const) {
      const { reservation } = await ask(
        'query ($id: ID!) { reservation(id: $id) { partnerId statusHistory { status } } }',
        {
          id: reservationOf[key],
        },
      )
      expect(reservation).toEqual({ partnerId, statusHistory: [{ status: 'PENDING' }] })
    }
    for (const field of ['CREATED_AT', 'UPDATED_AT', 'VISIT_DATE']) {
      const { reservations } = await ask(list, { sort: { field } })
      expect(reservations.nodes.map(({ partnerId }: Json) => partnerId).sort()).toEqual([demo, rival].sort())
      expect(reservations.totalCount).toBe(2)
    }
  })

  it.each([
    [{ partnerId: rival }, 1],
    [{ search: 'guest of' }, 2],
    [{ search: 'guest of', partnerId: rival }, 1],
    [{ status: 'PENDING' }, 2],
    [{ isActive: false }, 0],
    [{ guestEmail: 'eva@example.com' }, 2],
    [{ partnerId: operatorPartner.id }, 0],
    [{ partnerId: 'nothing' }, 0],
  ])('narrows them by %j', async (filter, count) => {
    const { reservations } = await operator(product.url).ask(list, { filter })
    expect([reservations.nodes.length, reservations.totalCount]).toEqual([count, count])
  })

  it('pages them by cursor, by offset, and over REST', async () => {
    const { ask } = operator(product.url)
    const { reservations: first } = await ask(list, { first: 1 })
    const { reservations: second } = await ask(list, { first: 1, after: first.pageInfo.endCursor })
    const { reservations: skipped } = await ask(list, { first: 1, offset: 1 })
    expect(skipped.nodes).toEqual(second.nodes)
    expect(new Set([first, second].map(({ nodes }) => nodes[0].id))).toEqual(new Set(Object.values(reservationOf)))
    const rest = await operator(product.url).send('GET', '/api/partner/reservations')
    expect(rest.body.pagination.total ?? rest.body.data.length).toBe(2)
  })

  it('is for operators alone: a partner sees its own, whatever partner it names, and no partner ids', async () => {
    const { graphql } = partner(product.url, keys.demo)
    const own = await graphql(
      'query ($filter: ReservationFilter) { reservations(filter: $filter) { totalCount nodes { id } } }',
      {},
    )
    expect(own.body.data.reservations.nodes).toEqual([{ id: reservationOf[keys.demo] }])
    const named = await graphql('{ reservations(filter: { partnerId: "' + rival + '" }) { totalCount nodes { id } } }')
    expect(named.body.data.reservations).toEqual({ totalCount: 0, nodes: [] })
    expect((await graphql(list)).body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })
})

/** A reservation of each of two partners, with where the operators' log ended before them. */
async function reserveForBoth(): Promise<{ after: string; ofDemo: string; ofRival: string }> {
  const after = await logEnd(product.url, operatorKeys.sandbox)
  const [ofDemo, ofRival] = [await reserve(product.url), await reserve(product.url, { apiKey: keys.rival })]
  return { after, ofDemo: ofDemo.id, ofRival: ofRival.id }
}

/** The events after a cursor once there are so many. */
const eventsOf = (caller: ReturnType<typeof partner>, query: string, count: number): Promise<Json[]> =>
  eventually(
    async () => (await caller.get(`/events?perPage=100&${query}`)).body.data,
    (data: Json[]) => data.length >= count,
  )

describe('GET /events of an operator', () => {
  it('has the events of all partners with their partner, which partnerId narrows; a partner sees its own without', async () => {
    const { after, ofDemo, ofRival } = await reserveForBoth()
    const all = await eventsOf(staff, `after=${after}`, 2)
    expect(all.map(({ reservation, partner: owner }) => [reservation.id, owner])).toEqual([
      [ofDemo, demoTravel],
      [ofRival, rivalTours],
    ])
    const narrowed = await eventsOf(staff, `after=${after}&partnerId=${rivalTours.id.toUpperCase()}`, 1)
    expect(narrowed.map(({ reservation }) => reservation.id)).toEqual([ofRival])
    expect(await eventsOf(staff, `after=${after}&partnerId=${randomUUID()}`, 0)).toEqual([])
    expect(await eventsOf(staff, `after=${after}&search=ana&partnerId=${rivalTours.id}`, 1)).toHaveLength(1)
    expect(await eventsOf(staff, `after=${after}&search=ana`, 2)).toHaveLength(2)
    const own = await eventsOf(partner(product.url), `reservationId=${ofDemo}`, 1)
    expect(own[0]).not.toHaveProperty('partner')
    expect(own[0].reservation).not.toHaveProperty('partner')
    expect(await eventsOf(partner(product.url), `reservationId=${ofRival}`, 0)).toEqual([])
    expect(await eventsOf(partner(product.url), `partnerId=${rivalTours.id}`, 0)).toEqual([])
    expect((await eventsOf(partner(product.url), `partnerId=${demoTravel.id}`, 1)).length).toBeGreaterThan(0)
  })

  it('pages by a cursor that no partner can use, nor an operator one of a partner', async () => {
    const { after, ofDemo } = await reserveForBoth()
    const [first] = await eventsOf(staff, `after=${after}`, 2)
    const [own] = await eventsOf(partner(product.url), `reservationId=${ofDemo}`, 1)
    expect(first.id).toBe(own.id)
    for (const [caller, cursor] of [
      [partner(product.url), first.cursor],
      [partner(product.url, keys.rival), first.cursor],
      [staff, own.cursor],
    ] as const) {
      const { status, body } = await caller.get(`/events?after=${cursor}`)
      expect([status, body.error.code, body.error.details]).toEqual([400, 'INVALID_CURSOR', { reason: 'unknown' }])
    }
  })

  it('reads the log, and the names of partners, in as many statements for ten events as for one', async () => {
    const { after } = await reserveForBoth()
    for (let count = 0; count < 8; count += 1) await reserve(product.url, count % 2 === 0 ? {} : { apiKey: keys.rival })
    await eventsOf(staff, `after=${after}`, 10)
    // Others are those of jobs and webhooks, which come at any time. Jobs also read when a partner was created.
    const statements = async (perPage: number): Promise<number> => {
      const sent = await statementsDuring(() => staff.get(`/events?after=${after}&perPage=${perPage}`))
      return sent.filter(
        ({ text }) =>
          /FROM \S*(reservation_event|partner"|communication|status_change)/.test(text) &&
          !/webhook|"partner"\."created_at"/.test(text),
      ).length
    }
    const ofOne = await statements(1)
    expect([ofOne > 0, await statements(10)]).toEqual([true, ofOne])
  })
})

describe('the subscription of an operator', () => {
  const query = `subscription ($after: String, $filter: ReservationEventFilter) {
    reservationEvents(after: $after, filter: $filter) { id cursor partner { name } by { keyId } reservation { reservationId partner { name } } } }`
  const received = ({ messages }: Wire, id: string): Json[] =>
    messages.filter((message) => message.id === id).map(({ payload }) => payload.data.reservationEvents)

  it('has what happens at all partners, and continues after a disconnection with each event once', async () => {
    const after = await logEnd(product.url, operatorKeys.sandbox)
    const first = await Wire.connect(product.url, operatorKeys.sandbox)
    first.subscribe('all', query, { after })
    first.subscribe('rival', query, { after, filter: { partnerId: rivalTours.id } })
    const made = [await reserve(product.url), await reserve(product.url, { apiKey: keys.rival })]
    await first.received(3)
    const before = received(first, 'all')
    expect(
      before.map(({ reservation, partner: { name } }) => [reservation.reservationId, reservation.partner.name, name]),
    ).toEqual([
      [made[0].id, 'Demo Travel', 'Demo Travel'],
      [made[1].id, 'Rival Tours', 'Rival Tours'],
    ])
    expect(received(first, 'rival').map(({ reservation }) => reservation.reservationId)).toEqual([made[1].id])
    first.close()
    made.push(await reserve(product.url, { apiKey: keys.rival }), await reserve(product.url))
    const second = await Wire.connect(product.url, operatorKeys.sandbox)
    second.subscribe('all', query, { after: before.at(-1).cursor })
    await second.received(2)
    made.push(await reserve(product.url, { apiKey: keys.rival }))
    await second.received(3)
    const seen = [...before, ...received(second, 'all')]
    expect(seen.map(({ reservation }) => reservation.reservationId)).toEqual(made.map(({ id }) => id))
    second.close()
  })

  it('refuses the cursor of a partner, and the partner of an event is no member for partners', async () => {
    const wire = await Wire.connect(product.url, operatorKeys.sandbox)
    wire.subscribe('theirs', query, { after: await logEnd(product.url) })
    const [refused] = await wire.received(1)
    expect(refused).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'INVALID_CURSOR' } }] })
    wire.close()
    const { body } = await partner(product.url).graphql('{ reservationEvents { nodes { partner { name } } } }')
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('shows who acted to operators, and of operators to the partner only that it was one', async () => {
    const { id } = await reserve(product.url, { apiKey: keys.rival })
    const after = await logEnd(product.url, operatorKeys.sandbox)
    await staff.post(`/api/partner/reservations/${id}/confirm`, {})
    const { reservationEvents } = await eventually(
      () =>
        operator(product.url).ask(
          'query ($after: String) { reservationEvents(after: $after) { nodes { by { keyId } } } }',
          {
            after,
          },
        ),
      ({ reservationEvents: { nodes } }: Json) => nodes.length === 1,
    )
    expect(reservationEvents.nodes[0].by).toEqual({ keyId: demoId('api-key', operatorKeys.sandbox) })
    const own = await eventsOf(partner(product.url, keys.rival), `reservationId=${id}&types=reservation.confirmed`, 1)
    expect(own[0].by).toMatchObject({ type: 'operator', keyId: null })
  })
})

/** The address alone comes to the page, with the guest's browser. */
const addressFor = async (apiKey: string): Promise<{ id: string; url: string }> => {
  const { id } = await reserve(product.url, { apiKey })
  const { body } = await partner(product.url, apiKey).graphql(
    'query ($id: ID!) { reservation(id: $id) { paymentDue { creditCardUrl } } }',
    { id },
  )
  return { id, url: body.data.reservation.paymentDue.creditCardUrl }
}

describe('a payment page of the operator', () => {
  it.each([
    ['a partner', keys.demo, operatorKeys.sandbox, pages.SANDBOX_CHECKOUT_URL],
    ['another partner', keys.rival, operatorKeys.sandbox, pages.SANDBOX_CHECKOUT_URL],
    ['a partner in the live environment', keys.live, operatorKeys.live, pages.CHECKOUT_URL],
  ])(
    'reads what is due, confirms and takes the rest with one operator key: for %s',
    async (_who, apiKey, own, base) => {
      const { id, url } = await addressFor(apiKey)
      expect(url).toBe(`${base}/${id}`)
      const page = partner(product.url, own)
      const path = `/api/partner/reservations/${new URL(url).pathname.split('/').at(-1)}`
      const { body } = await page.get(path)
      const { status, pricing } = body.data
      expect(status).toBe('pending')
      const deposit = await page.post(`${path}/confirm`, {
        paymentId: `card-${id}`,
        amount: 100,
        paymentMethod: 'credit_card',
      })
      expect([deposit.status, deposit.body.data?.payment.balanceDue]).toEqual([200, pricing.total - 100])
      const rest = await page.post(`${path}/payments`, {
        amount: pricing.total - 100,
        method: 'credit_card',
        paymentId: id,
      })
      expect(rest.status).toBe(201)
      const seen = await partner(product.url, apiKey).get(`/api/partner/reservations/${id}`)
      expect(seen.body.data).toMatchObject({
        status: 'confirmed',
        payment: { amountPaid: pricing.total, balanceDue: 0 },
        statusHistory: [{ by: { type: 'partner' } }, { status: 'confirmed', by: { type: 'operator' } }],
      })
    },
  )
})

const chance = new Chance(seedOf(20_261_125))
const count = (min: number, max: number): number => min + chance.below(max - min + 1)
/** Enough for each kind of change to succeed several times. */
const reservations = times(25, 100)

const from = nextSaturday()
const dayAfter = (days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Changes of a reservation; those that its state does not allow are refused and change nothing. */
const steps: readonly ((act: (method: string, action: string, body: object) => Promise<Json>) => Promise<Json>)[] = [
  (act) => act('POST', '/confirm', { paymentId: `pay_${chance.fraction()}` }),
  (act) => act('POST', '/confirm', {}),
  (act) => act('POST', '/payments', { amount: count(1, 300), method: 'cash' }),
  (act) => act('PATCH', '', { visitors: { adults: count(1, 6) } }),
  (act) => act('PATCH', '', { visitDate: dayAfter(count(0, 30)) }),
  (act) => act('POST', '/cancel', { reason: chance.pick(['weather', 'guest_request']) }),
  (act) => act('POST', '/refund', {}),
  (act) => act('POST', '/refund', { amount: count(1, 200) }),
]

const audited = () =>
  auditedAmounts({
    serverUrl: testServerUrl(),
    databasePrefix: product.database('booking').replace(/booking$/, ''),
    environment: 'sandbox',
  })

describe('the report of sales and the audit', () => {
  it('have the same totals, whatever was paid, changed, cancelled and refunded', async () => {
    const [before] = await audited()
    const seen = { refunded: 0, cancelled: 0, changed: 0, paid: 0 }
    for (let index = 0; index < reservations; index += 1) {
      const rest = partner(product.url, chance.pick([keys.demo, keys.rival]))
      const { body } = await rest.post('/api/partner/reservations', {
        cenoteId: demoId('cenote', chance.pick(['gran-cenote', 'dos-ojos', 'ik-kil'])),
        visitDate: dayAfter(count(0, 30)),
        visitors: { adults: count(1, 5), children: count(0, 2) },
        guest: { name: 'Ana', email: `a${index}@example.com`, phone: '+52 998 123 4567' },
        ...(chance.often(0.3) ? { promoCode: 'CENOTE10' } : {}),
      })
      if (!body.data) throw new Error(JSON.stringify(body))
      for (let step = count(0, 6); step > 0; step -= 1)
        await chance.pick(steps)(async (method, action, given) => {
          const response = await rest.send(method, `/api/partner/reservations/${body.data.id}${action}`, given)
          if (response.status >= 500) throw new Error(JSON.stringify(response.body))
          if (response.status >= 400) return
          if (action === '/refund') seen.refunded += 1
          else if (action === '/cancel') seen.cancelled += 1
          else if (method === 'PATCH') seen.changed += 1
          else seen.paid += 1
        })
    }
    // Otherwise the seed tests nothing.
    for (const [what, times] of Object.entries(seen)) expect([what, times]).not.toEqual([what, 0])
    const { body } = await partner(product.url, operatorKeys.sandbox).graphql(
      `{ salesReport(filter: { from: "${dayAfter(-30)}", to: "${dayAfter(300)}" }, by: []) { rows {
           currency reservations visitors totalCents paidCents refundedCents balanceCents soldReservations soldVisitors
           soldTotalCents cancelledReservations cancelledTotalCents refundDueCents } } }`,
    )
    const amounts = await audited()
    expect(body.data.salesReport.rows).toEqual(amounts)
    const all = (before?.reservations ?? 0) + reservations
    expect(amounts).toEqual([expect.objectContaining({ currency: 'MXN', reservations: all })])
    expect(amounts[0]?.refundedCents).toBeGreaterThan(0)
    expect(amounts[0]?.refundDueCents).toBeGreaterThan(0)
  })
})
