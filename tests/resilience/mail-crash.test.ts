import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { eventually } from '../testkit/eventually.ts'
import { startMailServer, type MailServer } from '../testkit/mail-server.ts'
import { ended, startProcess, type RunningProcess } from '../testkit/process.ts'
import { partner, type Json } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

let folder: string
let postgres: EmbeddedPostgres
let server: MailServer
const processes: RunningProcess[] = []

async function start(): Promise<RunningProcess> {
  const started = await startProcess('main.js', {
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    PORT: '0',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    SMTP_URL: server.url,
    SANDBOX_MAIL: 'deliver',
  })
  processes.push(started)
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-mails-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off' } })
  server = await startMailServer('secret')
})
afterAll(async () => {
  server.behave('accept')
  await Promise.all(processes.map(({ child }) => ended(child, 'SIGKILL')))
  await server.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Confirms a reservation with its mail. */
async function confirm(url: string): Promise<string> {
  const { id } = await reserve(url)
  const { status } = await partner(url).post(`/api/partner/reservations/${id}/confirm`, { confirmationEmail: true })
  expect(status).toBe(200)
  return id as string
}
const confirmationOf = async (url: string, id: string): Promise<Json> =>
  (await partner(url).get(`/api/partner/reservations/${id}`)).body.data.communications.find(
    ({ type }: Json) => type === 'confirmation_email',
  )

it('mails of a process that is killed in the middle are sent by another, each once', async () => {
  const first = await start()
  const url = first.url()
  const sent = await confirm(url)
  // A response waits at most a second for its mail to be sent.
  await eventually(async () => (await confirmationOf(url, sent)).status, 'sent')
  server.behave('hang after data')
  const underWay = await Promise.all(Array.from({ length: 3 }, () => confirm(url)))
  await eventually(() => server.unacknowledged.length, 3)
  server.behave({ recipientReply: 450 })
  const waiting = await confirm(url)
  await eventually(async () => (await confirmationOf(url, waiting)).attempts.length, 1)
  await ended(first.child, 'SIGKILL')

  server.behave('accept')
  const second = (await start()).url()
  for (const id of underWay) {
    const { status, attempts } = await eventually(
      () => confirmationOf(second, id),
      (message) => message.status === 'sent',
      { milliseconds: 60_000 },
    )
    // It is not known what became of the attempt of the process that died.
    expect([status, attempts.map(({ outcome }: Json) => outcome)]).toEqual(['sent', ['sent']])
  }
  expect(await confirmationOf(second, waiting)).toMatchObject({
    status: 'scheduled',
    attempts: [{ outcome: 'failed' }],
  })
  const acceptedOf = async (id: string): Promise<string[]> => {
    const message = await confirmationOf(second, id)
    return server.accepted.map(({ messageId }) => messageId).filter((one) => one.startsWith(`<${message.id}`))
  }
  for (const id of [sent, ...underWay]) expect(await acceptedOf(id)).toHaveLength(1)
  const again = server.accepted.map(({ messageId }) => messageId)
  for (const { messageId } of server.unacknowledged) expect(again).toContain(messageId)
}, 240_000)
