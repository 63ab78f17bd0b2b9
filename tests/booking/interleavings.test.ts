import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Chance } from '../../bench/chance.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { couponUses, insertCoupon } from '../testkit/coupons.ts'
import {
  created,
  histories,
  operations,
  owedBy,
  type ModelState,
  type OperationName,
} from '../testkit/lifecycle-model.ts'
import { isLong, seedOf, times } from '../testkit/long-form.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  startTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
  type TestProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { laterBy } from '../testkit/pauses.ts'
import { allExpiriesRecorded, makeDue } from '../testkit/due.ts'
import { visitDay } from '../testkit/moves.ts'
import { makeRoomEverywhere } from '../testkit/stored-catalog.ts'
import { storedEvents } from '../testkit/stored-events.ts'

/** Every other race is random, so 46 races include each of the chosen ones once. */
const races = times(46, 1_000)
const atOnce = 6
/** A seed always gives the same races; how their requests interleave depends on the machine. */
const seed = seedOf(4)

const cenotes = ['gran-cenote', 'dos-ojos', 'zaci', 'ik-kil'].map((slug) => demoId('cenote', slug))
const replicas: SharedProduct[] = []
const own: TestProduct[] = []
let coupon: string

async function startOwn(replicaOf?: SharedProduct): Promise<TestProduct> {
  const product = await startTestProduct({}, replicaOf)
  own.push(product)
  return product
}

beforeAll(async () => {
  // A long run takes more places than the shared product has.
  const first = isLong ? await startOwn() : await sharedTestProduct()
  if (isLong) await makeRoomEverywhere(first.database('catalog'))
  replicas.push(first, await startOwn(first))
  coupon = await insertCoupon(first.database('pricing'))
})
afterAll(() => Promise.all(own.map((product) => product.close())))

const database = (owner: 'booking' | 'pricing'): string => replicas[0]?.database(owner) ?? ''
const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`

/** Operations that take a reservation from its creation to where a race begins. */
const starts: OperationName[][] = [
  [],
  ['confirm'],
  ['confirm', 'checkin'],
  ['confirm', 'checkin', 'complete'],
  ['confirm', 'cancel'],
  ['confirm', 'no-show'],
]

/** The races that the lifecycle is about; the others are drawn. */
const chosen: [start: OperationName[], racing: OperationName[]][] = [
  [[], ['confirm', 'cancel']],
  [[], ['confirm', 'confirm']],
  [[], ['confirm', 'the hold ends']],
  [[], ['cancel', 'the hold ends']],
  [[], ['modify', 'cancel']],
  [[], ['modify', 'the hold ends', 'confirm']],
  [[], ['modify what was read', 'modify what was read', 'modify what was read']],
  [[], ['move', 'move', 'the hold ends']],
  [['confirm'], ['move', 'cancel']],
  [['confirm'], ['move', 'modify what was read', 'checkin']],
  [[], ['extend', 'extend']],
  [[], ['extend', 'the hold ends', 'confirm']],
  [['confirm'], ['checkin', 'no-show']],
  [['confirm'], ['checkin', 'cancel']],
  [['confirm'], ['refund', 'cancel']],
  [['confirm'], ['modify', 'cancel', 'checkin']],
  [['confirm'], ['grow', 'confirm']],
  [
    ['confirm', 'grow'],
    ['confirm', 'confirm', 'confirm'],
  ],
  [
    ['confirm', 'shrink'],
    ['refund', 'refund', 'refund a part'],
  ],
  [
    ['confirm', 'shrink'],
    ['refund', 'grow', 'confirm'],
  ],
  [
    ['confirm', 'shrink'],
    ['refund', 'cancel'],
  ],
  [
    ['confirm', 'cancel'],
    ['refund', 'refund', 'refund a part'],
  ],
  [
    ['confirm', 'checkin'],
    ['complete', 'complete', 'refund'],
  ],
]

interface Race {
  readonly start: readonly OperationName[]
  readonly racing: readonly OperationName[]
  readonly hasCoupon: boolean
  readonly delays: readonly number[]
  readonly replicas: readonly number[]
}

function draw(chance: Chance, index: number): Race {
  const [start, racing] =
    index % 2 === 0
      ? (chosen[(index / 2) % chosen.length] as [OperationName[], OperationName[]])
      : [
          chance.pick(starts),
          Array.from({ length: 2 + chance.below(3) }, () => chance.pick(Object.keys(operations) as OperationName[])),
        ]
  return {
    start,
    racing,
    hasCoupon: chance.often(0.3),
    delays: racing.map(() => (chance.often(0.4) ? 0 : chance.fraction() * 40)),
    replicas: racing.map(() => chance.below(replicas.length)),
  }
}

const bodies: Partial<Record<OperationName, object>> = {
  cancel: { reason: 'weather' },
  'refund a part': { amount: 1 },
}
/** A new party or day has its price requested first, which takes longer. */
const patches: Partial<Record<OperationName, object>> = {
  move: { visitDate: visitDay(1) },
  grow: { visitors: { adults: 3 } },
  shrink: { visitors: { adults: 1 } },
}
const bodyOf = (name: OperationName): object =>
  name === 'confirm' ? { paymentId: randomUUID() } : (bodies[name] ?? {})
let requestNumber = 0

/** Sends one operation; its outcome in the model's words. */
async function send(
  name: OperationName,
  id: string,
  replica: number,
  read: Pick<ModelState, 'version'>,
): Promise<string> {
  if (name === 'the hold ends') {
    await makeDue(database('booking'), 'hold', [id])
    return '200'
  }
  const rest = partner(replicas[replica]?.url ?? '')
  const modify = (headers?: Record<string, string>): Promise<TestResponse> => {
    requestNumber += 1
    return rest.send('PATCH', path(id), { specialRequests: `Request ${requestNumber}` }, headers)
  }
  const result =
    name === 'modify'
      ? await modify()
      : name === 'modify what was read'
        ? await modify({ 'If-Match': `W/"v${read.version}"` })
        : patches[name]
          ? await rest.send('PATCH', path(id), patches[name])
          : await rest.post(path(id, name === 'refund a part' ? 'refund' : name), bodyOf(name))
  const { code, details } = result.body.error ?? {}
  // Elsewhere the reason is another's, or none.
  const reason = code === 'MODIFICATION_NOT_ALLOWED' ? details.reason : undefined
  return [result.status, code, reason].filter(Boolean).join(' ')
}

interface Outcome extends Race {
  readonly id: string
  readonly results: readonly string[]
  readonly from: ModelState
}

async function run(race: Race, index: number): Promise<Outcome> {
  const rest = partner(replicas[index % replicas.length]?.url ?? '')
  const made = await rest.post('/api/partner/reservations', {
    cenoteId: cenotes[index % cenotes.length],
    visitDate: nextSaturday(),
    visitTime: `${10 + (Math.floor(index / cenotes.length) % 4)}:00`,
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana', email: `race-${index}@example.com`, phone: '+52 998 123 4567' },
    ...(race.hasCoupon ? { promoCode: coupon } : {}),
  })
  expect(made).toHaveStatus(201)
  const { id } = made.body.data
  let from = created
  for (const name of race.start) {
    expect(await send(name, id, 0, from)).toBe('200')
    from = operations[name](from, from).state
  }
  const results = await Promise.all(
    race.racing.map(async (name, place) => {
      await laterBy(race.delays[place] ?? 0)
      return send(name, id, race.replicas[place] ?? 0, from)
    }),
  )
  return { ...race, id, results, from }
}

/** A reservation as it is in the end: its outcomes, its history, its events. */
async function finalState(id: string): Promise<Json> {
  const read = await partner(replicas[0]?.url ?? '').get(path(id))
  const events = await storedEvents(database('booking'), id)
  const { status, statusHistory, payment, pricing } = read.body.data
  return {
    status,
    ...(status === 'confirmed' ? { owed: Math.sign(pricing.total - payment.amountPaid + payment.amountReturned) } : {}),
    statuses: statusHistory.map((change: Json) => change.status),
    events: events.map(({ type }) => type.replace('reservation.', '')),
    versions: events.map(({ version }) => version),
    reportedStatus: events.at(-1)?.snapshot.status,
  }
}

describe('operations that race on one reservation, at two replicas', () => {
  it('return and leave what they would one after the other, in some order', async () => {
    const uses = () => couponUses(database('pricing'), coupon)
    const usesBefore = await uses()
    const chance = new Chance(seed)
    const planned = Array.from({ length: races }, (_, index) => draw(chance, index))
    const outcomes: Outcome[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let index = next++; index < planned.length; index = next++)
          outcomes.push(await run(planned[index] as Race, index))
      }),
    )
    await allExpiriesRecorded(database('booking'))

    let usesRemaining = 0
    for (const outcome of outcomes) {
      const { id, start, racing, results, from } = outcome
      const found = await finalState(id)
      const fits = [...histories(from, racing)].some(
        ({ outcomes: counts, state }) =>
          JSON.stringify([counts, state.status, state.statuses, state.events, owedBy(state)]) ===
          JSON.stringify([results, found.status, found.statuses, found.events, found.owed]),
      )
      // A race that fits no order appears in the failure.
      expect(fits ? 'in some order' : { start, racing, results, found }).toBe('in some order')
      expect(found.versions).toEqual(found.versions.map((_: number, index: number) => index + 1))
      expect(found.reportedStatus).toBe(found.status)
      const remainsUsed = found.status !== 'cancelled' || from.isPaid || found.events.includes('confirmed')
      if (outcome.hasCoupon && remainsUsed) usesRemaining += 1
    }
    // Uses are released a moment after what ends them.
    await eventually(uses, usesBefore + usesRemaining)
    await expectBalancedBooks(database('booking'))
    report(outcomes)
  })
})

/** How often each response occurred; a race that always ends the same way would not have been a race. */
function report(outcomes: readonly Outcome[]): void {
  const responseCounts: Record<string, number> = {}
  const won: Record<string, Record<string, number>> = {}
  for (const { racing, results } of outcomes) {
    for (const result of results) responseCounts[result] = (responseCounts[result] ?? 0) + 1
    const names = [...racing].sort().join(' × ')
    const counts = (won[names] ??= {})
    const winners =
      racing
        .filter((name, index) => results[index] === '200' && name !== 'the hold ends')
        .sort()
        .join(' + ') || 'none'
    counts[winners] = (counts[winners] ?? 0) + 1
  }
  const lines = chosen.map(([, racing]) => {
    const names = [...racing].sort().join(' × ')
    return `  ${names}: ${Object.entries(won[names] ?? {})
      .map(([winners, count]) => `${winners} ${count}`)
      .join(', ')}`
  })
  const results = Object.entries(responseCounts)
    .sort(([, a], [, b]) => b - a)
    .map(([result, count]) => `  ${count} × ${result}`)
  process.stdout.write(
    `${outcomes.length} races; outcomes:\n${results.join('\n')}\nwinners:\n${[...new Set(lines)].join('\n')}\n`,
  )
}
