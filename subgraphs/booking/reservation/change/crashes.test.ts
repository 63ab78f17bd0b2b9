import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import pg from 'pg'
import { makeChecks } from '../../../../platform/postgres/consistency-check.ts'
import { inSnapshot } from '../../../../platform/postgres/database.ts'
import { addDays } from '../../../../platform/values/clock.ts'
import { demoId } from '../../../../platform/values/demo-id.ts'
import { startTestBooking } from '../../../../tests/testkit/booking-subgraph.ts'
import { startTestCatalog, type TestCatalog } from '../../../../tests/testkit/catalog.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { startTestPricing } from '../../../../tests/testkit/pricing-subgraph.ts'
import { nextSaturday } from '../../../../tests/testkit/product.ts'
import type { TestSubgraph } from '../../../../tests/testkit/subgraph.ts'
import { checks } from '../../audit/repository.ts'

let catalog: TestCatalog
let pricing: TestSubgraph
let booking: TestSubgraph
beforeAll(async () => {
  catalog = await startTestCatalog()
  pricing = await startTestPricing()
  booking = await startTestBooking({ catalog: catalog.executor, pricing: pricing.executor })
})
afterAll(async () => {
  await booking.close()
  await catalog.close()
  await pricing.close()
})

/** Counts the statements that a command sends to the database, up to the one that commits. */
interface Sent {
  count: number
  isCommitted: boolean
  /** The statement at which the connection breaks: before it is sent, or after it was executed. */
  readonly fault?: { readonly at: number; readonly isAfter: boolean }
}
const command = new AsyncLocalStorage<Sent>()
const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  const sent = command.getStore()
  if (!sent || sent.isCommitted || this.database !== booking.databaseName) return query.apply(this, given) as never
  sent.count += 1
  const { text = given[0] } = given[0] as { text?: unknown }
  sent.isCommitted = /^(COMMIT$|SELECT .* FROM create_reservation)/.test(String(text))
  if (sent.count !== sent.fault?.at) return query.apply(this, given) as never
  const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection
  if (!sent.fault.isAfter) stream.destroy()
  const lose = (): Error => {
    stream.destroy()
    return Object.assign(new Error('Connection lost'), { code: 'ECONNRESET' })
  }
  const done = given.at(-1) as (error: Error) => void
  // Pools pass a callback.
  if (typeof done === 'function') return query.apply(this, [...given.slice(0, -1), () => done(lose())]) as never
  return query.apply(this, given).then(() => Promise.reject(lose())) as never
})

const partnerId = demoId('partner', 'demo')
const asPartner = { partnerId, environment: 'sandbox', scopes: ['reservations:write', 'reservations:read'] } as const

let days = 0
const creation = (): object => ({
  cenoteId: demoId('cenote', 'gran-cenote'),
  visitDate: addDays(nextSaturday(), (days += 1) % 40),
  preferredTime: '10:00',
  visitors: { adults: 2 },
  guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 1' },
})

/** Runs a mutation with the gateway's name for the work of its Idempotency-Key. Returns the reservation's id. */
async function run(mutation: string, input: object, operation = randomUUID()): Promise<string> {
  const selection = mutation === 'modifyReservation' ? 'reservation { id }' : 'id'
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`
  const { [mutation]: result } = await booking.ask<Record<string, { id: string; reservation?: { id: string } }>>(
    `mutation ($input: ${type}) { ${mutation}(input: $input) { ${selection} } }`,
    { input },
    { ...asPartner, operation },
  )
  return result?.reservation?.id ?? result?.id ?? ''
}

const reserve = (): Promise<string> => run('createReservation', creation())
async function confirmed(): Promise<string> {
  const id = await reserve()
  await run('confirmReservation', { id, paymentId: randomUUID() })
  return id
}

/** Makes the input of each command, for a different reservation each time. */
const commands: Readonly<Record<string, () => Promise<object>>> = {
  createReservation: async () => creation(),
  confirmReservation: async () => ({ id: await reserve(), paymentId: randomUUID(), confirmationEmail: true }),
  modifyReservation: async () => ({ id: await confirmed(), visitTime: '12:00', visitors: { adults: 3 } }),
  cancelReservation: async () => ({ id: await confirmed(), reason: 'WEATHER', notifyGuest: true }),
}

/**
 * The rows of all that belongs to reservations, the sum of their versions, the booked places, and the scheduled messages
 * that are not queued. A background job sends what is queued, and stores when the test mails are due to be removed.
 */
async function figures(): Promise<Record<string, number>> {
  const tables = await booking.sql(
    `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'sandbox'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attname = 'reservation_id' AND relname NOT IN ('queued_mail', 'reservation_due')`,
  )
  const [row] = await booking.sql(
    `SELECT ${tables.map(({ name }) => `(SELECT count(*) FROM sandbox.${String(name)})::integer AS ${String(name)},`).join(' ')}
       (SELECT count(*) FROM sandbox.reservation_due WHERE kind <> 'test_mail')::integer AS due,
       (SELECT sum(version) FROM sandbox.reservation)::integer AS versions,
       (SELECT sum(booked) FROM sandbox.inventory_day)::integer AS booked,
       (SELECT sum(booked) FROM sandbox.inventory_slot)::integer AS "bookedSlots",
       (SELECT count(*) FROM sandbox.communication c LEFT JOIN sandbox.queued_mail q ON q.communication_id = c.id
        WHERE c.status = 'scheduled' AND q.communication_id IS NULL)::integer AS unqueued`,
  )
  return row as Record<string, number>
}

async function differenceBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await figures()
  await work()
  const after = await figures()
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]))
}

it.each(Object.keys(commands))('%s is done once or not at all, wherever its connection breaks', async (mutation) => {
  const input = commands[mutation] as () => Promise<object>
  const undisturbed: Sent = { count: 0, isCommitted: false }
  const first = await input()
  const whole = await differenceBy(() => command.run(undisturbed, () => run(mutation, first)))
  expect(whole).toMatchObject({ completed_operation: 1, reservation_event: 1, versions: 1, unqueued: 0 })
  expect(undisturbed.isCommitted).toBe(true)
  const none = Object.fromEntries(Object.keys(whole).map((name) => [name, 0]))
  for (let at = 1; at <= undisturbed.count; at += 1)
    for (const isAfter of [false, true]) {
      const given = await input()
      const operation = randomUUID()
      const broken: Sent = { count: 0, isCommitted: false, fault: { at, isAfter } }
      const left = await differenceBy(() =>
        expect(command.run(broken, () => run(mutation, given, operation))).rejects.toThrow(
          /Connection (lost|terminated)/,
        ),
      )
      const isDone = at === undisturbed.count && isAfter
      expect({ at, isAfter, left }).toEqual({ at, isAfter, left: isDone ? whole : none })
      const added = await differenceBy(() => run(mutation, given, operation))
      expect({ at, isAfter, added }).toEqual({ at, isAfter, added: isDone ? none : whole })
    }
  const found = await inSnapshot(
    { serverUrl: testServerUrl(), name: booking.databaseName, environment: 'sandbox' },
    (reader) => makeChecks(reader, checks),
  )
  expect(found.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
})
