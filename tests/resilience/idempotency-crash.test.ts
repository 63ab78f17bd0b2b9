import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { blockReservations, blockResponses } from '../testkit/blocked-requests.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { ended, startProcess, type RunningProcess } from '../testkit/process.ts'
import { nextSaturday, partner, type TestResponse } from '../testkit/product.ts'
import { reservationsOf } from '../testkit/reservation-states.ts'
import { eventually } from '../testkit/eventually.ts'

/** The product as two replicas on one database, each a process that can be killed. */
interface Replica {
  readonly url: string
  readonly process: RunningProcess
}

const reservations = '/api/partner/reservations'
const cenoteIds = ['gran-cenote', 'dos-ojos', 'zaci', 'ik-kil'].map((slug) => demoId('cenote', slug))
let folder: string
let postgres: EmbeddedPostgres
const replicas: Replica[] = []

async function startReplica(): Promise<Replica> {
  const process = await startProcess('main.js', {
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    PORT: '0',
    // Statements wait for locks of the test.
    DATABASE_STATEMENT_SECONDS: '60',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
  })
  const replica = { url: process.url(), process }
  replicas.push(replica)
  return replica
}

const body = (index = 0) => ({
  cenoteId: cenoteIds[index % cenoteIds.length],
  visitDate: nextSaturday(),
  visitTime: `${10 + (index % 4)}:00`,
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 1' },
})
const send = (replica: Replica, sent: object, key: string): Promise<TestResponse> =>
  partner(replica.url).post(reservations, sent, { 'Idempotency-Key': key })
const bookedBy = (email: string): Promise<string[]> => reservationsOf('booking', email, { serverUrl: postgres.url })

/** Sends again while the first is still being worked on, as the refusal advises. */
async function sendUntilResponse(replica: Replica, sent: object, key: string): Promise<TestResponse> {
  return eventually(
    () => send(replica, sent, key),
    ({ body }) => body.error?.code !== 'IDEMPOTENCY_KEY_IN_USE',
  )
}

const statusOf = (response: Promise<TestResponse>): Promise<number | 'cut off'> =>
  response.then(
    ({ status }) => status,
    () => 'cut off' as const,
  )

/** Waits for something that takes a moment. */
const until = (isSo: () => boolean | Promise<boolean>): Promise<boolean> => eventually(isSo, true)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-crash-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  await startReplica()
  await startReplica()
})

afterAll(async () => {
  await Promise.all(replicas.map(({ process }) => process.stop()))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('a request under an Idempotency-Key, with two replicas', () => {
  it('is done once when copies arrive at both at once', async () => {
    const [one, two] = replicas as [Replica, Replica]
    for (let round = 0; round < 10; round += 1) {
      const sent = body(round)
      const key = randomUUID()
      const responses = await Promise.all([one, two, one, two].map((replica) => sendUntilResponse(replica, sent, key)))
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
      expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
      expect(await bookedBy(sent.guest.email)).toHaveLength(1)
    }
  })

  it('is not done again at the other when one is killed between the commit and the response', async () => {
    const [one, two] = replicas as [Replica, Replica]
    const blockedResponses = await blockResponses(postgres.url)
    const sent = body()
    const key = randomUUID()
    const lost = statusOf(send(one, sent, key))
    await until(async () => (await bookedBy(sent.guest.email)).length > 0)
    expect((await send(two, sent, key)).body.error).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', status: 409 })
    await ended(one.process.child, 'SIGKILL')
    expect(await lost).toBe('cut off')
    await blockedResponses.endWaiting()

    const retried = await sendUntilResponse(two, sent, key)
    expect(retried).toHaveStatus(201)
    const [made, ...others] = await bookedBy(sent.guest.email)
    expect(others).toEqual([])
    expect(retried.body.data.id).toBe(made)
    const again = await send(two, sent, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(retried.body)
    replicas.shift()
  })

  it('is done exactly once for each of many when a replica is killed amid them', async () => {
    const [two] = replicas as [Replica]
    const one = await startReplica()
    const sendAll = (requests: readonly ReturnType<typeof request>[]) =>
      requests.map(({ sent, key }) => statusOf(send(one, sent, key)))
    const request = (_: unknown, index: number) => ({ sent: body(index), key: randomUUID() })
    const completed = Array.from({ length: 10 }, request)
    const booked = Array.from({ length: 4 }, request)
    const begun = Array.from({ length: 40 }, request)

    expect(new Set(await Promise.all(sendAll(completed)))).toEqual(new Set([201]))
    const blockedResponses = await blockResponses(postgres.url)
    const cutOff = sendAll(booked)
    await until(async () => (await blockedResponses.waiting()) === booked.length)
    const blockedReservations = await blockReservations(postgres.url)
    cutOff.push(...sendAll(begun))
    await until(async () => (await blockedReservations.waiting()) > 0)
    await ended(one.process.child, 'SIGKILL')
    expect(new Set(await Promise.all(cutOff))).toEqual(new Set(['cut off']))
    await blockedResponses.endWaiting()
    await blockedReservations.endWaiting()

    for (const { sent, key } of [...completed, ...booked, ...begun]) {
      expect(await sendUntilResponse(two, sent, key)).toHaveStatus(201)
      expect(await bookedBy(sent.guest.email)).toHaveLength(1)
    }
    replicas.pop()
  })
})
