import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'

const cenotes = ['gran-cenote', 'dos-ojos', 'ik-kil']
const [demo, rival] = [demoId('partner', 'demo'), demoId('partner', 'rival')]
const from = nextSaturday()
const dayAfter = (days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const to = dayAfter(40)
const states: readonly (readonly [step: string, body: object])[][] = [
  [],
  [['confirm', { paymentId: 'pay' }]],
  [['confirm', {}]],
  [['cancel', { reason: 'weather' }]],
  [
    ['confirm', { paymentId: 'pay' }],
    ['cancel', { reason: 'guest_request' }],
  ],
  [
    ['confirm', { paymentId: 'pay' }],
    ['cancel', { reason: 'weather' }],
    ['refund', {}],
  ],
  [
    ['confirm', { paymentId: 'pay' }],
    ['checkin', {}],
    ['complete', {}],
  ],
]

let product: TestProduct
let sold: Json[]
beforeAll(async () => {
  product = await startTestProduct()
  for (const [index, steps] of [...states, ...states, ...states].entries()) {
    const rest = partner(product.url, index % 3 === 1 ? keys.rival : keys.demo)
    const { body } = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', cenotes[index % cenotes.length] ?? ''),
      visitDate: dayAfter((index * 7) % 41),
      visitors: { adults: 1 + (index % 3), children: index % 2 },
      guest: {
        name: index === 3 ? '=1+1' : 'Ana "la" Río, S.A.',
        email: `a${index}@example.com`,
        phone: '+52 998 123 4567',
      },
      ...(index % 4 === 0 ? { promoCode: 'CENOTE10' } : {}),
    })
    if (!body.data) throw new Error(JSON.stringify(body))
    for (const [step, more] of steps)
      await rest.post(`/api/partner/reservations/${body.data.id}/${step}`, {
        ...more,
        ...('paymentId' in more ? { paymentId: `pay_${index}` } : {}),
      })
  }
  sold = (await operate('{ reservations(first: 100) { nodes { id } } }')).reservations.nodes
  for (const [index, { id }] of sold.entries())
    sold[index] = (
      await operate(`{ reservation(id: "${id}") { id partnerId status visitDate createdAt cenote { id schedule { timezone } } visitors { total }
        pricing { currency subtotalCents discountsCents taxesCents feesCents totalCents } amountPaidCents amountReturnedCents refundDueCents } }`)
    ).reservation
})
afterAll(() => product.close())

async function operate(query: string): Promise<Json> {
  const { body } = await partner(product.url, operatorKeys.sandbox).graphql(query)
  expect(body.errors).toBeUndefined()
  return body.data
}

const sums = `currency reservations visitors grossCents discountCents taxCents feeCents totalCents paidCents refundedCents
  balanceCents soldReservations soldVisitors soldTotalCents cancelledReservations cancelledTotalCents refundDueCents`
async function report(
  filter: Json,
  by: string[],
  shown: string,
  apiKey: string = operatorKeys.sandbox,
): Promise<Json[]> {
  const { body } = await partner(product.url, apiKey).graphql(
    `query ($filter: SalesReportFilter!, $by: [SalesDimension!]!) {
      salesReport(filter: $filter, by: $by) { rows { ${shown} ${sums} } } }`,
    { filter: { from, to, ...filter }, by },
  )
  expect(body.errors).toBeUndefined()
  return body.data.salesReport.rows
}

/** The expected report, computed from the reservations as each of them is read. */
function expected(reservations: Json[], dimensionsOf: (one: Json) => Json, keyOf: (row: Json) => string): Json[] {
  const rows = new Map<string, Json>()
  for (const one of reservations) {
    const { pricing, amountPaidCents: paid, amountReturnedCents: returned, refundDueCents: due } = one
    const [people, total] = [one.visitors.total, pricing.totalCents]
    const isOver = one.status === 'CANCELLED' || one.status === 'REFUNDED'
    const added = [
      ...[1, people, pricing.subtotalCents, pricing.discountsCents, pricing.taxesCents, pricing.feesCents],
      ...[total, paid, returned, isOver ? 0 : total - paid + returned],
      ...(isOver ? [0, 0, 0, 1, total, due] : [1, people, total, 0, 0, due]),
    ]
    const row = { ...dimensionsOf(one), currency: pricing.currency }
    const known = rows.get(keyOf(row)) ?? { ...row, sums: added.map(() => 0) }
    rows.set(keyOf(row), { ...known, sums: added.map((value, index) => value + known.sums[index]) })
  }
  const names = sums.split(/\s+/).slice(1)
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { sums: values, ...row }]) => ({
      ...row,
      ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
    }))
}

describe('the report of sales', () => {
  it('adds up every reservation, in whatever state, by partner, product and state', async () => {
    const rows = await report(
      {},
      ['PARTNER', 'PRODUCT', 'STATUS'],
      'partner { id name } productId status cenote { name }',
    )
    expect(rows.map(({ cenote: _cenote, partner: { id }, ...row }) => ({ partner: id, ...row }))).toEqual(
      expected(
        sold,
        ({ partnerId, cenote, status }) => ({ partner: partnerId, productId: cenote.id, status }),
        ({ partner: id, productId, status }) => `${id} ${productId} ${status.toLowerCase()}`,
      ),
    )
    expect(new Set(rows.map((row) => row.status))).toEqual(
      new Set(['PENDING', 'CONFIRMED', 'CANCELLED', 'REFUNDED', 'COMPLETED']),
    )
    expect(rows.every(({ cenote }) => cenote.name.length > 0)).toBe(true)
    expect(rows.find((row) => row.partner.id === rival)?.partner.name).toMatch(/rival/i)
    for (const row of rows)
      expect(row.grossCents - row.discountCents + row.taxCents + row.feeCents).toBe(row.totalCents)
  })

  it('adds up by day and by month of the visit, a part of the days or all of them', async () => {
    expect(await report({}, ['DAY'], 'day')).toEqual(
      expected(
        sold,
        ({ visitDate }) => ({ day: visitDate }),
        ({ day }) => day,
      ),
    )
    const last = dayAfter(33)
    expect(await report({ to: last }, ['MONTH'], 'month')).toEqual(
      expected(
        sold.filter(({ visitDate }) => visitDate <= last),
        ({ visitDate }) => ({ month: visitDate.slice(0, 7) }),
        ({ month }) => month,
      ),
    )
  })

  it('counts by the day of creation in the time zone of the product when that is the basis', async () => {
    const dayOf = ({ createdAt, cenote }: Json): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: cenote.schedule.timezone }).format(new Date(createdAt))
    const days = sold.map(dayOf).sort()
    const range = { basis: 'CREATION', from: days[0], to: days.at(-1) }
    expect(await report(range, ['DAY', 'STATUS'], 'day status')).toEqual(
      expected(
        sold,
        (one) => ({ day: dayOf(one), status: one.status }),
        ({ day, status }) => `${day} ${status.toLowerCase()}`,
      ),
    )
    expect(await report({ basis: 'CREATION' }, [], '')).toEqual([])
  })

  it('counts as sold what is neither cancelled nor refunded, and what is still to refund', async () => {
    const rows = await report({}, ['STATUS'], 'status')
    const due = Object.fromEntries(
      rows.map(({ status, refundDueCents, paidCents }) => [status, [refundDueCents, paidCents]]),
    )
    const cancelled = sold.filter(({ status }) => status === 'CANCELLED')
    const paid = cancelled.reduce((sum, one) => sum + one.amountPaidCents, 0)
    expect(paid).toBeGreaterThan(0)
    expect(due['CANCELLED']).toEqual([paid, paid])
    expect([due['REFUNDED']?.[0], due['CONFIRMED']?.[0], due['COMPLETED']?.[0]]).toEqual([0, 0, 0])
    const [all] = await report({}, [], '')
    const of = (states: string[]): Json[] => rows.filter(({ status }) => states.includes(status))
    const sum = (name: string, states: string[]): number => of(states).reduce((total, row) => total + row[name], 0)
    expect(all.soldTotalCents).toBe(sum('totalCents', ['PENDING', 'CONFIRMED', 'COMPLETED']))
    expect(all.cancelledTotalCents).toBe(sum('totalCents', ['CANCELLED', 'REFUNDED']))
  })

  it('lists the reservations with a refund to pay, and sums them without a period', async () => {
    const expectedIds = sold.filter(({ refundDueCents }) => refundDueCents > 0).map(({ id }) => id)
    expect(expectedIds.length).toBeGreaterThan(0)
    const read = async (refundDue: boolean): Promise<Json> =>
      (await operate(
        `{ reservations(filter: { refundDue: ${refundDue} }, first: 100) { totalCount nodes { id refundDueCents } }
             reservationSummary(filter: { refundDue: true }) { reservations amounts { currency refundDueCents } } }`,
      )) as Json
    const { reservations, reservationSummary } = await read(true)
    expect(reservations.nodes.map((one: Json) => one.id).sort()).toEqual([...expectedIds].sort())
    expect(reservations.totalCount).toBe(expectedIds.length)
    const total = sold.reduce((sum, { refundDueCents }) => sum + refundDueCents, 0)
    expect(reservationSummary).toEqual({
      reservations: expectedIds.length,
      amounts: [{ currency: 'MXN', refundDueCents: total }],
    })
    const { reservations: others } = await read(false)
    expect([others.totalCount, others.nodes.length]).toEqual([
      sold.length - expectedIds.length,
      sold.length - expectedIds.length,
    ])
    const rest = partner(product.url, operatorKeys.sandbox)
    for (const [refundDue, count] of [
      ['true', expectedIds.length],
      ['false', sold.length - expectedIds.length],
    ] as const) {
      const { body } = await rest.get(`/api/partner/reservations?perPage=100&refundDue=${refundDue}`)
      expect(body.data).toHaveLength(count)
      expect((await download(`reservations.csv?refundDue=${refundDue}`, operatorKeys.sandbox)).lines).toHaveLength(
        count + 2,
      )
    }
  })

  it('narrows to a product and a state, and has the totals of the summary', async () => {
    const productId = demoId('cenote', 'dos-ojos')
    const of = sold.filter(({ cenote, status }) => cenote.id === productId && status === 'CONFIRMED')
    expect(of.length).toBeGreaterThan(0)
    expect(await report({ productId, status: 'CONFIRMED' }, [], '')).toEqual(
      expected(
        of,
        () => ({}),
        () => '',
      ),
    )
    const { reservationSummary: summary } = await operate(
      `{ reservationSummary(filter: { dateFrom: "${from}", dateTo: "${dayAfter(30)}", status: CONFIRMED }) {
         reservations visitors amounts { currency totalCents paidCents returnedCents } } }`,
    )
    const [row] = await report({ to: dayAfter(30), status: 'CONFIRMED' }, [], '')
    expect(row).toMatchObject({ reservations: summary.reservations, visitors: summary.visitors })
    expect(summary.amounts).toEqual([
      {
        currency: row.currency,
        totalCents: row.totalCents,
        paidCents: row.paidCents,
        returnedCents: row.refundedCents,
      },
    ])
  })

  it('shows a partner its own reservations only, whichever partner it names, also with a key that only reads', async () => {
    const own = expected(
      sold.filter(({ partnerId }) => partnerId === demo),
      () => ({}),
      () => '',
    )
    for (const key of [keys.demo, keys.readonly]) {
      expect(await report({}, [], '', key)).toEqual(own)
      expect(await report({ partnerId: demo }, ['PARTNER'], '', key)).toEqual(own)
      expect(await report({ partnerId: rival }, [], '', key)).toEqual([])
    }
    expect(await report({ partnerId: rival }, [], '')).toEqual(
      expected(
        sold.filter(({ partnerId }) => partnerId === rival),
        () => ({}),
        () => '',
      ),
    )
    const { body } = await partner(product.url).graphql(
      `{ salesReport(filter: { from: "${from}", to: "${to}" }, by: [PARTNER]) { rows { partner { name } } } }`,
    )
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('covers 400 days at most, and no day before the first', async () => {
    const fields = async (last: string): Promise<string[]> => {
      const { body } = await partner(product.url).graphql(
        `{ salesReport(filter: { from: "2026-01-01", to: "${last}" }) { rows { currency } } }`,
      )
      return Object.keys(body.errors?.[0].extensions.details.fields ?? {})
    }
    expect(await fields('2027-02-04')).toEqual([])
    expect(await fields('2027-02-05')).toEqual(['filter.to'])
    expect(await fields('2025-12-31')).toEqual(['filter.to'])
  })
})

const download = async (path: string, apiKey: string = keys.demo) => {
  const { status, headers, body } = await partner(product.url, apiKey).get(`/api/partner/${path}`)
  return { status, headers, body, lines: Buffer.isBuffer(body) ? body.toString().split('\r\n') : [] }
}

describe('the files of reservations and sales', () => {
  it('have the report in whole units, with the partner for operators only', async () => {
    const address = `reports/sales.csv?from=${from}&to=${to}&by=Partner,PRODUCT`
    const { headers, lines } = await download(address, operatorKeys.sandbox)
    expect(headers.get('content-type')).toContain('text/csv; charset=utf-8')
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(lines[0]).toBe(
      'partnerId,partner,productId,product,currency,reservations,visitors,gross,discount,tax,fee,total,paid,refunded,balance,productType,soldReservations,soldVisitors,soldTotal,cancelledReservations,cancelledTotal,refundDue',
    )
    const rows = await report({}, ['PARTNER', 'PRODUCT'], 'partner { id name } cenote { id name }')
    const money = (cents: number): string => (cents / 100).toFixed(2)
    expect(lines.slice(1)).toEqual([
      ...rows.map((row) =>
        [
          ...[
            row.partner.id,
            row.partner.name,
            row.cenote.id,
            row.cenote.name,
            row.currency,
            row.reservations,
            row.visitors,
          ],
          ...[row.grossCents, row.discountCents, row.taxCents, row.feeCents, row.totalCents].map(money),
          ...[row.paidCents, row.refundedCents, row.balanceCents].map(money),
          'cenote',
          ...[row.soldReservations, row.soldVisitors, money(row.soldTotalCents)],
          ...[row.cancelledReservations, money(row.cancelledTotalCents), money(row.refundDueCents)],
        ].join(','),
      ),
      '',
    ])
    expect((await download(address)).lines[0]).toMatch(/^productId,product,currency,/)
    expect((await download(`reports/sales.csv?from=${from}&to=${to}&partnerId=${rival}`)).lines).toHaveLength(2)
  })

  it('have each day of a period of several months once', async () => {
    const { lines } = await download(`reports/sales.csv?from=${from}&to=${to}&by=day,status`, operatorKeys.sandbox)
    const rows = await report({}, ['DAY', 'STATUS'], 'day status')
    expect(new Set(rows.map(({ day }) => day.slice(0, 7))).size).toBeGreaterThan(1)
    expect(lines.slice(1, -1).map((line) => line.split(',').slice(0, 4))).toEqual(
      rows.map(({ day, status, currency, reservations }) => [
        ...[day, status.toLowerCase(), currency, String(reservations)],
      ]),
    )
  })

  it('list the reservations that meet the filters, oldest first, with formulas made harmless', async () => {
    const all = await download('reservations.csv', operatorKeys.sandbox)
    expect(all.lines).toHaveLength(sold.length + 2)
    expect(all.lines[0]).toMatch(
      /^id,bookingReference,.*,createdAt,updatedAt,partnerId,partner,infants,teens,resellerReference,externalId,productType,transport,pickupDate,pickupTime,pickupPlace,pickupAddress,pickupRoom,pickupNotes$/,
    )
    const own = await download('reservations.csv')
    expect(own.lines[0]).toMatch(
      /,updatedAt,infants,teens,resellerReference,externalId,productType,transport,pickupDate,pickupTime,pickupPlace,pickupAddress,pickupRoom,pickupNotes$/,
    )
    expect(own.lines).toHaveLength(sold.filter(({ partnerId }) => partnerId === demo).length + 2)
    expect(own.body.toString()).toContain(",'=1+1,")
    expect(own.body.toString()).toContain(`,"Ana ""la"" Río, S.A.",`)
    expect(own.body.toString()).toContain(`,'+52 998 123 4567,`)
    const instants = own.lines.slice(1, -1).map((line) => /,(20[^,]*Z),20[^,]*Z,[^Z]*$/.exec(line)?.[1])
    expect(instants).toEqual([...instants].sort())
    expect((await download('reservations.csv?status=completed')).lines).toHaveLength(
      sold.filter(({ partnerId, status }) => partnerId === demo && status === 'COMPLETED').length + 2,
    )
    expect((await download(`reservations.csv?partnerId=${rival}`)).lines).toHaveLength(2)
  })

  it('are refused without a key and with invalid filters', async () => {
    for (const path of ['reservations.csv', `reports/sales.csv?from=${from}&to=${to}`])
      expect((await fetch(`${product.url}/api/partner/${path}`)).status).toBe(401)
    expect((await download('reservations.csv?dateFrom=soon')).status).toBe(400)
    const { status, body } = await download('reports/sales.csv?from=2026-01-01&to=2027-12-31&by=guest')
    expect([status, Object.keys(body.errors.fields)]).toEqual([400, ['by']])
    const long = await download('reports/sales.csv?from=2026-01-01&to=2027-12-31')
    expect([long.status, Object.keys(long.body.errors.fields)]).toEqual([400, ['to']])
  })
})
