import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { blockReservations, blockResponses } from '../testkit/blocked-requests.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import {
  cancellationTraces,
  countDisrupted,
  countUnsentCancellations,
  partlyRefunded,
} from '../testkit/disruption-rows.ts'
import { eventually } from '../testkit/eventually.ts'
import { bookedBySlot } from '../testkit/inventory-rows.ts'
import { whileReservationLocked } from '../testkit/locked-tables.ts'
import { times } from '../testkit/long-form.ts'
import { startMailServer, type MailServer } from '../testkit/mail-server.ts'
import { operator } from '../testkit/operator.ts'
import { ownDatabases } from '../testkit/own-postgres.ts'
import { ended, startProcess, type RunningProcess } from '../testkit/process.ts'
import {
  nextSaturday,
  partner,
  startTestProduct,
  type Json,
  type TestProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { reservationsOf } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'

const reservations = '/api/partner/reservations'
const granCenote = demoId('cenote', 'gran-cenote')
const cenoteIds = ['dos-ojos', 'zaci', 'ik-kil'].map((slug) => demoId('cenote', slug))
/** More than a job cancels at once, which is 50. */
const closedReservations = 60

let folder: string
let postgres: EmbeddedPostgres
let mailServer: MailServer
const processes: RunningProcess[] = []
/** It serves after the first process was killed, and is not killed: it runs in the process of the tests. */
let survivor: TestProduct
let second: string

const settings = () => ({
  DATABASE_URL: postgres.url,
  DEMO_DATA: 'true',
  PORT: '0',
  // Statements wait for locks of the test.
  DATABASE_STATEMENT_SECONDS: '60',
  SIGNING_SECRET: 'a secret of the test, the same in every process',
  SMTP_URL: mailServer.url,
  SANDBOX_MAIL: 'deliver',
})

async function start(): Promise<RunningProcess> {
  const started = await startProcess('main.js', { ...settings(), DATA_DIR: folder })
  processes.push(started)
  return started
}

/** Confirms a reservation with its mail. */
async function confirm(url: string, email: string): Promise<string> {
  const { id } = await reserve(url, { cenote: 'dos-ojos', email })
  const { status } = await partner(url).post(`${reservations}/${id}/confirm`, { confirmationEmail: true })
  expect(status).toBe(200)
  return id as string
}
const confirmationOf = async (url: string, id: string): Promise<Json> =>
  (await partner(url).get(`${reservations}/${id}`)).body.data.communications.find(
    ({ type }: Json) => type === 'confirmation_email',
  )

/** Reservations whose confirmations are in a state when the first process is killed. */
interface Mails {
  readonly sent: string
  readonly underWay: readonly string[]
  readonly waiting: string
}
let mails: Mails

async function leaveMails(url: string): Promise<Mails> {
  const sent = await confirm(url, 'sent@example.com')
  // A response waits at most a second for its mail to be sent.
  await eventually(async () => (await confirmationOf(url, sent)).status, 'sent')
  mailServer.behave('hang after data', 'hung@example.com')
  const underWay = await Promise.all(Array.from({ length: 3 }, () => confirm(url, 'hung@example.com')))
  await eventually(() => mailServer.unacknowledged.length, 3)
  mailServer.behave({ recipientReply: 450 }, 'refused@example.com')
  const waiting = await confirm(url, 'refused@example.com')
  await eventually(async () => (await confirmationOf(url, waiting)).attempts.length, 1)
  return { sent, underWay, waiting }
}

/** The reservations of a closure, in the order of their ids, and its disruption. */
let closed: string[]
let disruptionId: string

async function reserveForClosure(url: string): Promise<string[]> {
  const made: string[] = []
  while (made.length < closedReservations) {
    const some = await Promise.all(Array.from({ length: 20 }, () => reserve(url)))
    made.push(...some.map(({ id }: Json) => id as string))
  }
  await Promise.all(
    made.slice(0, 20).map((id) => partner(url).post(`${reservations}/${id}/confirm`, { paymentId: `p ${id}` })),
  )
  return made.sort()
}

async function close(url: string): Promise<string> {
  const from = nextSaturday()
  const input = { cenoteId: granCenote, from, to: addDays(from, 30), reason: 'weather', reservations: 'CANCEL' }
  const { createClosure } = await operator(url).ask(
    'mutation ($input: CreateClosureInput!) { createClosure(input: $input) { disruption { id } } }',
    { input },
  )
  return createClosure.disruption.id
}

/** Kills the first process in the middle of a closure and of mails. */
async function killInTheMiddle({ child, url }: RunningProcess): Promise<void> {
  const at = { serverUrl: postgres.url }
  closed = await reserveForClosure(url())
  const work = async (): Promise<void> => {
    disruptionId = await close(url())
    await eventually(
      () => countDisrupted('booking', 'cancelled', at),
      (done) => done > 0,
    )
    mails = await leaveMails(url())
    await ended(child, 'SIGKILL')
  }
  // The job waits for this reservation, so it cannot finish before the kill.
  await whileReservationLocked('booking', closed.at(-1) ?? '', work, at)
  const left = await countDisrupted('booking', 'waiting', at)
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(closedReservations)
  mailServer.behave('accept')
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-crash-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  mailServer = await startMailServer('secret')
  await killInTheMiddle(await start())
  survivor = await startTestProduct(settings(), ownDatabases)
  second = survivor.url
}, 240_000)

afterAll(async () => {
  await Promise.all(processes.map(({ child }) => ended(child, 'SIGKILL')))
  await survivor?.close()
  await mailServer.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('mails of a process that is killed in the middle', () => {
  it('are sent by another, each once', async () => {
    for (const id of mails.underWay) {
      const { status, attempts } = await eventually(
        () => confirmationOf(second, id),
        (message) => message.status === 'sent',
      )
      // It is not known what became of the attempt of the process that died.
      expect([status, attempts.map(({ outcome }: Json) => outcome)]).toEqual(['sent', ['sent']])
    }
    const messageIds = mailServer.accepted.map(({ messageId }) => messageId)
    for (const id of [mails.sent, ...mails.underWay]) {
      const message = await confirmationOf(second, id)
      expect(messageIds.filter((one) => one.startsWith(`<${message.id}`))).toHaveLength(1)
    }
    for (const { messageId } of mailServer.unacknowledged) expect(messageIds).toContain(messageId)
  })

  it('wait for their next attempt if they were refused before', async () => {
    const refused = { status: 'scheduled', attempts: [{ outcome: 'failed' }] }
    expect(await confirmationOf(second, mails.waiting)).toMatchObject(refused)
  })
})

describe('a closure whose process is killed in the middle', () => {
  it('cancels the rest with the next, each once', async () => {
    const at = { serverUrl: postgres.url }
    const query = 'query ($id: ID!) { disruption(id: $id) { total done failed remaining } }'
    const progress = async (): Promise<Json> => (await operator(second).ask(query, { id: disruptionId })).disruption
    await eventually(progress, { total: closedReservations, done: closedReservations, failed: 0, remaining: 0 })
    // One event, one entry of the history and one mail for each.
    expect(await cancellationTraces('booking', at)).toEqual({ events: closed, history: closed, mails: closed })
    await eventually(() => countUnsentCancellations('booking', at), 0)
    expect((await partlyRefunded('booking', at)).filter((id) => closed.includes(id))).toEqual([])
    expect(new Set(await bookedBySlot('booking', granCenote, at))).toEqual(new Set([0]))
  })

  it('leaves balanced books', async () => {
    const findings = await audit({ serverUrl: postgres.url, environment: 'sandbox' })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
  })
})

const body = (index = 0) => ({
  cenoteId: cenoteIds[index % cenoteIds.length],
  visitDate: nextSaturday(),
  visitTime: `${10 + (index % 4)}:00`,
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 1' },
})
interface KeyedRequest {
  readonly sent: ReturnType<typeof body>
  readonly key: string
}
const request = (index: number): KeyedRequest => ({ sent: body(index), key: randomUUID() })
const requests = (count: number): KeyedRequest[] => Array.from({ length: count }, (_, index) => request(index))

const send = (url: string, { sent, key }: KeyedRequest): Promise<TestResponse> =>
  partner(url).post(reservations, sent, { 'Idempotency-Key': key })
const bookedBy = ({ sent }: KeyedRequest): Promise<string[]> =>
  reservationsOf('booking', sent.guest.email, { serverUrl: postgres.url })

/** Sends again while the first is still being worked on, as the refusal advises. */
const sendUntilResponse = (url: string, one: KeyedRequest): Promise<TestResponse> =>
  eventually(
    () => send(url, one),
    ({ body }) => body.error?.code !== 'IDEMPOTENCY_KEY_IN_USE',
  )

const statusOf = (response: Promise<TestResponse>): Promise<number | 'cut off'> =>
  response.then(
    ({ status }) => status,
    () => 'cut off' as const,
  )

describe('a request under an Idempotency-Key, with two replicas', () => {
  const completed = requests(times(3, 10))
  const booked = requests(4)
  const begun = requests(times(10, 40))
  const [committed] = booked as [KeyedRequest, ...KeyedRequest[]]
  let third: RunningProcess
  beforeAll(async () => {
    third = await start()
  })

  it('is done once when copies arrive at both at once', async () => {
    for (let round = 0; round < times(3, 10); round += 1) {
      const one = request(round)
      const urls = [third.url(), second, third.url(), second]
      const responses = await Promise.all(urls.map((url) => sendUntilResponse(url, one)))
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
      expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
      expect(await bookedBy(one)).toHaveLength(1)
    }
  })

  describe('one of which is killed amid many requests', () => {
    let whileCommitted: TestResponse
    beforeAll(async () => {
      const sendAll = (some: readonly KeyedRequest[]) => some.map((one) => statusOf(send(third.url(), one)))
      expect(new Set(await Promise.all(sendAll(completed)))).toEqual(new Set([201]))
      const blockedResponses = await blockResponses(postgres.url)
      const cutOff = sendAll(booked)
      await eventually(() => blockedResponses.waiting(), booked.length)
      whileCommitted = await send(second, committed)
      const blockedReservations = await blockReservations(postgres.url)
      cutOff.push(...sendAll(begun))
      await eventually(
        () => blockedReservations.waiting(),
        (count) => count > 0,
      )
      await ended(third.child, 'SIGKILL')
      expect(new Set(await Promise.all(cutOff))).toEqual(new Set(['cut off']))
      await blockedResponses.endWaiting()
      await blockedReservations.endWaiting()
    })

    it('is refused at the other as long as the first has committed and not responded', () => {
      expect(whileCommitted.body.error).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE', status: 409 })
    })

    it('is not done again at the other when one is killed between the commit and the response', async () => {
      const retried = await sendUntilResponse(second, committed)
      expect(retried).toHaveStatus(201)
      expect(await bookedBy(committed)).toEqual([retried.body.data.id])
      const again = await send(second, committed)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.body).toEqual(retried.body)
    })

    it('is done exactly once for each of many', async () => {
      for (const one of [...completed, ...booked, ...begun]) {
        expect(await sendUntilResponse(second, one)).toHaveStatus(201)
        expect(await bookedBy(one)).toHaveLength(1)
      }
    })
  })
})
