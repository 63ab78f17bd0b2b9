import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '../../../../platform/values/clock.ts'
import { closeToOthers } from '../../../../platform/process/data-folder.ts'
import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import type { Logger } from '../../../../platform/process/logger.ts'
import { MailError, mailFailureOf, type SmtpError } from './mail-failure.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same content for programs that show it. */
  readonly html?: string
  /** The most important first: the last ones are left out of a message that would be too large. */
  readonly attachments?: readonly {
    readonly filename: string
    readonly content: Buffer
    readonly contentType: string
    /** Makes it a picture of the HTML part, which names it as `cid:<contentId>`. */
    readonly contentId?: string
  }[]
  /** The same for every attempt at a mail, so that mail servers and readers recognize one that arrives twice. */
  readonly messageId?: string
}

/** Sends e-mails. */
export interface Mailer {
  /** Resolves once the mail server has accepted the mail; rejects with a `MailError` when it has not. */
  send(mail: Mail, signal?: AbortSignal): Promise<{ sentAt: Date }>
  close(): Promise<void>
}

export interface MailerOptions {
  /** Mail server; without it mails are written as `.eml` files. */
  readonly smtpUrl?: string | undefined
  readonly from: string
  readonly folder: string
  readonly clock: Clock
  readonly logger: Logger
}

export interface MailersOptions extends MailerOptions {
  /** Whether the mail server gets the sandbox's mails too. */
  readonly deliverSandbox: boolean
}

/** The mailers of both environments. Test mail stays in the folder: a guest's address may be a real person's. */
export function createMailers({ deliverSandbox, ...options }: MailersOptions): PerEnvironment<Mailer> {
  const live = createMailer(options)
  return { live, sandbox: deliverSandbox ? live : createMailer({ ...options, smtpUrl: undefined }) }
}

const timeoutMilliseconds = 10_000

export function createMailer({ smtpUrl, from, folder, clock, logger }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return createFileMailer(from, folder, clock)
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  })
  return {
    async send(mail, signal) {
      const sending = { ...(await fittingMessage(mail, from)), ...(signal ? { signal } : {}) }
      await transport.sendMail(sending).catch((error: unknown) => {
        throw new MailError(mailFailureOf(error as SmtpError, mail.to), error)
      })
      logger.debug('an e-mail was sent')
      return { sentAt: clock.now() }
    },
    close: async () => transport.close(),
  }
}

function createFileMailer(from: string, folder: string, clock: Clock): Mailer {
  const transport = createTransport(asBytes)
  // Mails have signed links of guests.
  const closed = closeToOthers(folder)
  return {
    async send(mail) {
      const sentAt = clock.now()
      const { message: content } = await transport.sendMail(await fittingMessage(mail, from))
      await closed
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${sentAt.toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      // A reader of the folder never sees half a mail.
      await writeFile(path.join(folder, `.${name}`), content as Buffer, { mode: 0o600 })
      await rename(path.join(folder, `.${name}`), path.join(folder, name))
      return { sentAt }
    },
    close: async () => transport.close(),
  }
}

/** Line breaks in what becomes a header would add headers of the guest's choosing. */
const headerText = (text: string): string => text.replace(/[\r\n\0]+/g, ' ')

/** Whole message in bytes: some mailboxes refuse, and phones are slow to load, what is much larger. */
const maxMessageBytes = 204_800
const asBytes = { streamTransport: true, buffer: true, newline: 'windows' } as const
const composer = createTransport(asBytes)

/** The message with as many of its attachments as it has room for; the documents are behind links, too. */
async function fittingMessage(mail: Mail, from: string): Promise<ReturnType<typeof message>> {
  for (let count = mail.attachments?.length ?? 0; ; count -= 1) {
    const fitting = message({ ...mail, attachments: mail.attachments?.slice(0, count) ?? [] }, from)
    if (count === 0) return fitting
    const { message: content } = await composer.sendMail(fitting)
    if ((content as Buffer).length <= maxMessageBytes) return fitting
  }
}

const message = ({ to, subject, text, html, messageId, attachments }: Mail, from: string) => ({
  from,
  to: { name: '', address: headerText(to) },
  subject: headerText(subject),
  text,
  ...(html === undefined ? {} : { html }),
  ...(messageId === undefined ? {} : { messageId }),
  // Keeps autoresponders silent (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: attachments?.map(({ contentId, filename, ...attachment }) => ({
    ...attachment,
    filename: headerText(filename),
    ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
  })),
})
