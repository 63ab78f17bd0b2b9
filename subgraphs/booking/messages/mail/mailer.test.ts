import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { eventually } from '../../../../tests/testkit/eventually.ts'
import { messageSubject } from '../../../../tests/testkit/guest-facts.ts'
import { startMailServer as startFaultyMailServer, type MailServer } from '../../../../tests/testkit/mail-server.ts'
import { createLogger } from '../../../../platform/process/logger.ts'
import { confirmationMessage } from '../index.ts'
import { isFinal, MailError, type MailFailure } from './mail-failure.ts'
import { createMailer, createMailers } from './mailer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mail-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const clock = { now: () => new Date() }
const logger = createLogger('silent', 'test')

/** A message that has a name in every place. */
const aboutName = (name: string) => messageSubject({ guestName: name, product: { ...messageSubject().product, name } })

describe('e-mail without a mail server', () => {
  it('is written as a file, and no guest adds a header to it', async () => {
    const mailer = createMailer({ from: 'Cenotes <from@example.com>', folder, clock, logger })
    const name = 'Eva\r\nBcc: victim@example.com\r\n\r\nowned'
    const message = confirmationMessage('es', aboutName(name))
    await mailer.send({ ...message, to: 'eva@example.com\r\nBcc: victim@example.com' })
    const [file = ''] = await readdir(folder)
    const modes = [folder, path.join(folder, file)].map(async (place) => (await stat(place)).mode & 0o777)
    expect(await Promise.all(modes)).toEqual([0o700, 0o600])
    const [head = ''] = (await readFile(path.join(folder, file), 'utf8')).split('\r\n\r\n')
    expect(head).toMatch(/^From: Cenotes <from@example.com>$/m)
    expect(head).not.toMatch(/^Bcc:/im)
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
    await mailer.close()
  })

  it('leaves out the last attachments of a message above 204,800 bytes', async () => {
    const mailer = createMailer({ from: 'from@example.com', folder, clock, logger })
    const attachment = (filename: string, bytes: number) => ({
      filename,
      content: Buffer.alloc(bytes, filename),
      contentType: 'application/pdf',
    })
    const attachments = [
      attachment('first.pdf', 100_000),
      attachment('fits.pdf', 40_000),
      attachment('large.pdf', 40_000),
    ]
    await mailer.send({ to: 'eva@example.com', subject: 'x', text: 'x', attachments })
    const [file = ''] = await readdir(folder)
    const content = await readFile(path.join(folder, file), 'latin1')
    expect(content.length).toBeLessThanOrEqual(204_800)
    expect(content.match(/filename=\S+/g)).toEqual(['filename=first.pdf', 'filename=fits.pdf'])
    await mailer.close()
  })
})

describe('e-mail to a mail server that is away', () => {
  it('is refused rather than lost', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'from@example.com', folder, clock, logger })
    await expect(mailer.send({ to: 'eva@example.com', subject: 'x', text: 'x' })).rejects.toThrow()
    await mailer.close()
  })
})

describe('a mail that is not accepted', () => {
  let server: MailServer
  beforeEach(async () => {
    server = await startFaultyMailServer('secret')
  })
  afterEach(() => server.close())

  /** The failure of one attempt. */
  async function failure(
    smtpUrl = server.url,
    signal?: AbortSignal,
    to = 'eva@example.com',
  ): Promise<MailFailure & { final: boolean }> {
    const mailer = createMailer({ smtpUrl, from: 'from@example.com', folder, clock, logger })
    const error = await mailer.send({ to, subject: 'x', text: 'x' }, signal).then(
      () => undefined,
      (failed: unknown) => failed,
    )
    await mailer.close()
    if (!(error instanceof MailError)) throw new Error('The mail was accepted')
    return { ...error.failure, final: isFinal(error.failure) }
  }

  it.each([
    [{ recipientReply: 550 }, { reason: 'recipient_refused', smtpCode: 550, final: true }],
    [{ recipientReply: 450 }, { reason: 'recipient_refused', smtpCode: 450, final: false }],
    ['drop after data', { reason: 'connection_lost', smtpCode: null, final: false }],
  ] as const)('names the cause of %j', async (behavior, expected) => {
    server.behave(behavior)
    expect(await failure()).toEqual(expected)
    expect(server.accepted).toEqual([])
  })

  it('is final for an address with letters that the server does not carry, whichever command it refuses', async () => {
    const refused = { reason: 'recipient_refused', final: true }
    server.behave('ascii only')
    expect(await failure(server.url, undefined, 'josé@example.com')).toEqual({ ...refused, smtpCode: 553 })
    server.behave({ senderReply: [550, '5.6.7 Non-ASCII addresses are not permitted'] })
    expect(await failure(server.url, undefined, 'josé@example.com')).toEqual({ ...refused, smtpCode: 550 })
  })

  it('is not final for a refused sender, which the operator can correct', async () => {
    server.behave({ senderReply: [553, '5.7.1 Sender address rejected'] })
    expect(await failure()).toEqual({ reason: 'sender_refused', smtpCode: 553, final: false })
    expect(await failure(server.url, undefined, 'josé@example.com')).toMatchObject({ reason: 'sender_refused' })
  })

  it('names a server that cannot be reached, one that is unknown, and a password that is refused', async () => {
    expect(await failure(server.url.replace('secret', 'wrong'))).toMatchObject({
      reason: 'login_refused',
      smtpCode: 535,
    })
    await server.stop()
    expect(await failure()).toEqual({ reason: 'unreachable', smtpCode: null, final: false })
    expect(await failure('smtp://mail.invalid')).toMatchObject({ reason: 'unreachable' })
  })

  it('ends with its signal, before the greeting and after the content, and closes the connection', async () => {
    for (const behavior of ['hang', 'hang after data'] as const) {
      server.behave(behavior)
      const connections = server.connections()
      const ending = new AbortController()
      const failing = failure(server.url, ending.signal)
      await eventually(
        () => (behavior === 'hang' ? server.connections() > connections : server.unacknowledged.length === 1),
        true,
      )
      ending.abort()
      expect(await failing).toEqual({ reason: 'no_response', smtpCode: null, final: false })
    }
    expect(server.accepted).toEqual([])
  })
})

interface Received {
  readonly envelope: SMTPServerSession['envelope']
  readonly content: string
}

/** A mail server for one user, without TLS. */
async function startMailServer(): Promise<{
  url: (password: string) => string
  mails: Received[]
  close(): Promise<void>
}> {
  const mails: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'post' && password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ envelope: session.envelope, content: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: (password) => `smtp://post:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A header's text, its encoded words (RFC 2047) decoded. */
function headerOf(content: string, name: string): string {
  const [head = ''] = content.split('\r\n\r\n')
  const line = head.replace(/\r\n[ \t]+/g, ' ').match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1] ?? ''
  return line
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : quotedPrintable(text.replaceAll('_', ' ')),
    )
}

/** The text of a mail without attachments, decoded as its header declares. */
function textOf(content: string): string {
  const text = content.slice(content.indexOf('\r\n\r\n') + 4)
  switch (headerOf(content, 'Content-Transfer-Encoding')) {
    case 'base64':
      return Buffer.from(text, 'base64').toString()
    case 'quoted-printable':
      return quotedPrintable(text.replaceAll('=\r\n', ''))
    default:
      return text
  }
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

describe('e-mail through a mail server', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>
  beforeEach(async () => {
    server = await startMailServer()
  })
  afterEach(() => server.close())

  it('arrives with its accents, its attachment and a single recipient', async () => {
    const mailer = createMailer({
      smtpUrl: server.url('p@ss/word'),
      from: 'Reservaciones <from@example.com>',
      folder,
      clock,
      logger,
    })
    await mailer.send({
      to: 'josé@example.com',
      subject: 'Reservación confirmada: Cenote Zací – Łukasz 山\r\nBcc: victim@example.com',
      text: 'Su visita está confirmada.\n.\nFin',
      messageId: '<reminder-1@example.com>',
      attachments: [
        { filename: 'a\r\nX-Evil: 1.pdf', content: Buffer.from('%PDF-1.3'), contentType: 'application/pdf' },
      ],
    })
    await mailer.close()
    const [mail] = server.mails
    if (!mail) throw new Error('No mail arrived')
    expect(mail.envelope.rcptTo.map(({ address }) => address)).toEqual(['josé@example.com'])
    expect(headerOf(mail.content, 'Subject')).toBe(
      'Reservación confirmada: Cenote Zací – Łukasz 山 Bcc: victim@example.com',
    )
    expect(headerOf(mail.content, 'Message-ID')).toBe('<reminder-1@example.com>')
    expect(mail.content).not.toMatch(/^(Bcc|X-Evil):/im)
    expect(mail.content).toContain(Buffer.from('%PDF-1.3').toString('base64'))
  })

  it.each([
    'José Núñez',
    'Ana\u0301 Nu\u0303ez',
    'Юлия Щербакова',
    'Ωμέγα Παπαδόπουλος',
    '王小明',
    '山田太郎 '.repeat(30).trim(),
    '김철수',
    'محمد علي',
    'שלום (כהן)',
    'राजेश कुमार',
    '👨‍👩‍👧 🇲🇽',
    '<b>&"=?utf-8?B?WA==?=',
  ])('carries the letters of %s in its subject and text', async (name) => {
    const mailer = createMailer({ smtpUrl: server.url('p@ss/word'), from: 'from@example.com', folder, clock, logger })
    const { subject, text } = confirmationMessage('es', aboutName(name))
    await mailer.send({ to: 'eva@example.com', subject, text })
    await mailer.close()
    const content = server.mails[0]?.content ?? ''
    const [head = ''] = content.split('\r\n\r\n')
    expect(head).toMatch(/^[\x20-\x7e\r\n]+$/)
    expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
    expect(headerOf(content, 'Subject')).toBe(subject)
    expect(headerOf(content, 'To')).toBe('eva@example.com')
    expect(headerOf(content, 'Content-Type')).toBe('text/plain; charset=utf-8')
    expect(textOf(content).replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd())
  })

  it.each([
    [false, ['live']],
    [true, ['live', 'sandbox']],
  ])('of the sandbox is written to files, unless it is to be delivered: %p', async (deliverSandbox, delivered) => {
    const options = {
      smtpUrl: server.url('p@ss/word'),
      from: 'from@example.com',
      folder,
      clock,
      logger,
      deliverSandbox,
    }
    const mailers = createMailers(options)
    for (const environment of ['live', 'sandbox'] as const)
      await mailers[environment].send({ to: 'eva@example.com', subject: environment, text: 'x' })
    await Promise.all([mailers.live.close(), mailers.sandbox.close()])
    expect(server.mails.map(({ content }) => headerOf(content, 'Subject'))).toEqual(delivered)
    expect(await readdir(folder)).toHaveLength(2 - delivered.length)
  })

  it('is refused, not lost, when the mail server does not take it', async () => {
    const mailer = createMailer({ smtpUrl: server.url('wrong'), from: 'from@example.com', folder, clock, logger })
    await expect(mailer.send({ to: 'eva@example.com', subject: 'x', text: 'x' })).rejects.toThrow()
    await mailer.close()
    expect(server.mails).toEqual([])
  })
})
