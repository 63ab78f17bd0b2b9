import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import { environments, type Environment } from '../../../../platform/trust/identity.ts'
import type { Logger } from '../../../../platform/process/logger.ts'
import type { Clock } from '../../../../platform/values/clock.ts'
import { sharedFor } from '../../../../platform/values/shared-result.ts'
import { isFinal, MailError, type MailFailure, type Mailer } from '../../messages/index.ts'
import type { Database } from '../../database.ts'
import { figuresMilliseconds, mailAttempts, mailOldestDueSeconds, mailsQueued } from '../../metrics.ts'
import { isSameToGuest, guestFacingVisit } from '../rules/diff.ts'
import { messageKinds, secondsUntilAttempt, type MessageType } from '../rules/messages.ts'
import {
  claimDueMails,
  dropMail,
  findChangedFrom,
  isScheduled,
  readMailBacklog,
  recordMailAttempt,
  releaseMail,
  type AttemptResult,
  type Lease,
  type QueuedMail,
} from '../store/mail-queue.ts'
import { findReservation } from '../store/read.ts'
import { writeMail, type MailContext } from './mail.ts'

export interface MailsOptions {
  readonly databases: PerEnvironment<Database>
  readonly mailers: PerEnvironment<Mailer>
  readonly upstream: MailContext['services']['upstream']
  readonly pictures: MailContext['services']['pictures']
  readonly settings: MailContext['services']['settings']
  readonly publicUrl: string
  readonly checkoutUrls: MailContext['services']['checkoutUrls']
  readonly signingSecret: MailContext['services']['signingSecret']
  readonly clock: Clock
  readonly logger: Logger
}

/** Longest an attempt takes. */
const attemptMilliseconds = 15_000
/** Longer than an attempt: a process that has not recorded it by then has died, and another takes the mail over. */
const leaseSeconds = 30
/** How long a response waits for the mails of its change. */
const responseMilliseconds = 1_000
/** How many mails of an environment one process tries at once. */
const maxAttempts = 50
/** How long running attempts may take to end when the process stops. */
const gracePeriodMilliseconds = 5_000

/**
 * Sends what the queue of mails has (docs/partner-api/documents.md#messages). Processes share the queue: a mail is leased
 * to the one that tries it. An attempt is recorded before the lease ends, so a mail is sent twice only when its process
 * dies between the mail server's acceptance and the record.
 */
export class Mails {
  /** First attempts at the mails of a change are made by the process of the change, under this lease. */
  readonly lease: Lease = { holder: randomUUID(), seconds: leaseSeconds }
  readonly #options: MailsOptions
  readonly #running: PerEnvironment<Set<Promise<boolean>>> = { live: new Set(), sandbox: new Set() }
  readonly #abort = new AbortController()
  readonly #figures: readonly { stop(): void }[]

  constructor(options: MailsOptions) {
    this.#options = options
    setMaxListeners(environments.length * maxAttempts, this.#abort.signal)
    this.#figures = showQueue(options.databases)
  }

  /**
   * Tries the mails that a committed change has queued under our lease; the types that the mail server has accepted
   * within the time that a response waits. The others go on.
   */
  async deliver(environment: Environment, mails: readonly QueuedMail[]): Promise<ReadonlySet<MessageType>> {
    const accepted = new Set<MessageType>()
    const attempts = mails.map(async (mail) => {
      if (await this.#start(environment, mail)) accepted.add(mail.type)
    })
    const ending = new AbortController()
    await Promise.race([
      Promise.all(attempts),
      sleep(responseMilliseconds, undefined, { signal: ending.signal }).catch(() => undefined),
    ])
    ending.abort()
    return accepted
  }

  /** Begins attempts at mails that are due. True when more may be waiting. */
  async workOnDue(environment: Environment): Promise<boolean> {
    const free = maxAttempts - this.#running[environment].size
    if (free <= 0 || this.#abort.signal.aborted) return false
    const { databases, clock } = this.#options
    const due = await claimDueMails(databases[environment].pool, clock.now(), this.lease, free)
    for (const mail of due) void this.#start(environment, mail)
    return due.length === free
  }

  /** Waits for running attempts. One that is aborted is not recorded: it is repeated once its lease has ended. */
  async stop(): Promise<void> {
    for (const figure of this.#figures) figure.stop()
    const timer = setTimeout(() => this.#abort.abort(), gracePeriodMilliseconds)
    await Promise.all(environments.flatMap((environment) => [...this.#running[environment]]))
    clearTimeout(timer)
    this.#abort.abort()
    await Promise.all(environments.map((environment) => this.#options.mailers[environment].close()))
  }

  /** Whether the mail was accepted. Without room for another attempt any process may make it. */
  #start(environment: Environment, mail: QueuedMail): Promise<boolean> {
    const running = this.#running[environment]
    const canTry = running.size < maxAttempts
    const attempt = (canTry ? this.#attempt(environment, mail) : this.#release(environment, mail))
      .catch((error: unknown) => {
        const { reservationId, communicationId } = mail
        this.#options.logger.error({ err: error, reservationId, communicationId }, 'an e-mail could not be tried')
        return false
      })
      .finally(() => running.delete(attempt))
    running.add(attempt)
    return attempt
  }

  async #release(environment: Environment, mail: QueuedMail): Promise<boolean> {
    await releaseMail(this.#options.databases[environment].pool, mail, this.lease.holder)
    return false
  }

  async #attempt(environment: Environment, mail: QueuedMail): Promise<boolean> {
    const { clock, databases } = this.#options
    const database = databases[environment]
    const { holder } = this.lease
    const reservation = await findReservation(database, mail.partnerId, mail.reservationId)
    const now = clock.now()
    const hasPoint =
      reservation !== null && reservation.guest.email !== '' && messageKinds[mail.type].hasPoint(reservation, now)
    if (!hasPoint || !(await isScheduled(database.pool, mail, holder))) {
      await dropMail(database.pool, mail, holder)
      return false
    }
    const changedFrom = mail.type === 'modification_email' ? await findChangedFrom(database.pool, mail) : null
    // Undone by a change with `notifyGuest: false`.
    if (changedFrom && mail.round === 0 && isSameToGuest(changedFrom, guestFacingVisit(reservation))) {
      await dropMail(database.pool, mail, holder)
      return false
    }
    const context = { services: this.#options, database, clock }
    const result = await this.#send(mail, now, async (signal) => {
      const { mail: written, message } = await writeMail(mail, reservation, changedFrom, randomUUID(), context)
      const { sentAt } = await this.#options.mailers[environment].send(written, signal)
      // A guest's mail of the live environment is not stored.
      return { sentAt, stored: environment === 'sandbox' ? message : null }
    })
    if (result === 'aborted') return false
    const isAccepted = 'sentAt' in result
    mailAttempts.inc({ environment, outcome: isAccepted ? 'sent' : 'failed' })
    await recordMailAttempt(database.pool, mail, reservation.guest.email, holder, result)
    return isAccepted
  }

  /** Sends within the time of an attempt; what came of it. */
  async #send(
    mail: QueuedMail,
    now: Date,
    send: (signal: AbortSignal) => Promise<Pick<Extract<AttemptResult, { sentAt: Date }>, 'sentAt' | 'stored'>>,
  ): Promise<AttemptResult | 'aborted'> {
    const ending = new AbortController()
    const end = (): void => ending.abort()
    const timer = setTimeout(end, attemptMilliseconds)
    this.#abort.signal.addEventListener('abort', end, { once: true })
    const at = now.toISOString()
    try {
      const ended = new Promise<never>((_resolve, reject) => {
        const fail = (): void => reject(new MailError({ reason: 'no_response', smtpCode: null }, ending.signal.reason))
        ending.signal.addEventListener('abort', fail, { once: true })
      })
      const sent = await Promise.race([send(ending.signal), ended])
      return { attempt: { at, failure: null }, ...sent }
    } catch (error) {
      if (this.#abort.signal.aborted) return 'aborted'
      return { attempt: { at, failure: this.#failureOf(mail, error) }, retryAt: this.#retryAt(mail, error) }
    } finally {
      clearTimeout(timer)
      this.#abort.signal.removeEventListener('abort', end)
    }
  }

  #failureOf({ reservationId, communicationId, type }: QueuedMail, error: unknown): MailFailure {
    const failure = error instanceof MailError ? error.failure : notWritten
    this.#options.logger.error(
      { err: error, reservationId, communicationId, type, ...failure },
      'an attempt at an e-mail failed',
    )
    return failure
  }

  #retryAt({ failures }: QueuedMail, error: unknown): Date | null {
    if (error instanceof MailError && isFinal(error.failure)) return null
    const seconds = secondsUntilAttempt(failures + 1)
    return seconds === null ? null : new Date(this.#options.clock.now().getTime() + seconds * 1_000)
  }
}

const notWritten: MailFailure = { reason: 'not_written', smtpCode: null }

/** Shows in the metrics what waits in the queue. */
function showQueue(databases: PerEnvironment<Database>): { stop(): void }[] {
  for (const environment of environments)
    // Prometheus sees no increase of a series that begins with it.
    for (const outcome of ['sent', 'failed']) mailAttempts.inc({ environment, outcome }, 0)
  const reading = environments.map((environment) => ({
    environment,
    read: sharedFor(figuresMilliseconds, () => readMailBacklog(databases[environment].pool)),
  }))
  return [
    mailsQueued.observe(async (gauge) => {
      for (const { environment, read } of reading) gauge.set({ environment }, (await read()).queued)
    }),
    mailOldestDueSeconds.observe(async (gauge) => {
      for (const { environment, read } of reading) gauge.set({ environment }, (await read()).oldestSeconds)
    }),
  ]
}
