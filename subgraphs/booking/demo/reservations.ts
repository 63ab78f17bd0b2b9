import { setTimeout as delay } from 'node:timers/promises'
import { isDependencyDown } from '../../../platform/process/failures.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { inTransaction, type PerEnvironment } from '../../../platform/postgres/database.ts'
import { createContext } from '../context.ts'
import type { Database } from '../database.ts'
import {
  balanceDueCents,
  cancel,
  checkIn,
  complete,
  confirm,
  endHolds,
  markNoShow,
  modify,
  recordPayment,
  refund,
  reserve,
  type Reservation,
  type ReservationContext,
  type ReservationServices,
} from '../reservation/index.ts'
import type { SecretBox } from '../webhook/index.ts'
import { reviews, sellers } from './cast.ts'
import { inOneTransaction } from './one-transaction.ts'
import { hasReservations, insertPastWebhook, lockReservations, takeMailsForSent } from './repository.ts'
import { planStories, type Story, type Turn } from './stories.ts'

export interface DemoServices extends ReservationServices {
  readonly databases: PerEnvironment<Database>
  readonly webhooks: { readonly secrets: Pick<SecretBox, 'seal'> }
}

/** One reservation in how many reviews is written by its guest, of those that are invited to. */
const reviewedOf = 5

/** Where subgraphs are processes of their own, the others may start later than this one. */
const maxAttempts = 24
const retryMilliseconds = 5_000

/**
 * Fills the sandbox with the reservations of the demo data where nothing was reserved yet: the commands run as they were
 * given in the past month, by a clock that is moved, all in one transaction, so that they are written once however many
 * processes start, and completely or not at all. As long as something that they need cannot be reached they are tried
 * again. Another failure is logged: the product can be used without.
 */
export async function seedDemoReservations(
  services: DemoServices,
  signal: AbortSignal,
  pauseMilliseconds = retryMilliseconds,
): Promise<void> {
  const { hubs, logger } = services
  for (let attempt = 1; !signal.aborted; attempt += 1)
    try {
      const written = await writeReservations(services, signal)
      if (written.length === 0) return
      hubs.sandbox.wake()
      logger.info({ reservations: written.length }, 'demo reservations were written')
      return await writeReviews(written, services)
    } catch (error) {
      if (signal.aborted) return
      if (attempt === maxAttempts || !isUnreachable(error))
        return logger.warn({ err: error }, 'demo reservations are missing')
      await delay(pauseMilliseconds, undefined, { signal }).catch(() => undefined)
    }
}

/** The code by which the API refuses a request; undefined for a failure. */
const codeOf = (error: unknown): unknown => (error as { extensions?: { code?: unknown } }).extensions?.code

const isUnreachable = (error: unknown): boolean => isDependencyDown(error) || codeOf(error) === 'SERVICE_UNAVAILABLE'

const isRefusal = (error: unknown): boolean => typeof codeOf(error) === 'string' && !isUnreachable(error)

async function writeReservations(services: DemoServices, signal: AbortSignal): Promise<readonly Reservation[]> {
  const { databases } = services
  if (await hasReservations(databases.sandbox.pool)) return []
  return inTransaction(databases.sandbox.pool, async (client) => {
    if (!(await lockReservations(client)) || (await hasReservations(client))) return []
    const now = services.clock.now()
    const made = await playAll(services, inOneTransaction(databases.sandbox, client), signal)
    await takeMailsForSent(client, now)
    const { secrets } = services.webhooks
    for (const { identity, receiver } of Object.values(sellers))
      await insertPastWebhook(client, { partnerId: identity.partnerId ?? '', url: receiver, now, secrets })
    return made
  })
}

/** Ends the transaction, because the process ends. */
class Stopped extends Error {}

/** Runs the stories in the order of time, each with those of the others in between, as the log of events has them. */
async function playAll(services: DemoServices, database: Database, signal: AbortSignal): Promise<Reservation[]> {
  const { clock, databases, hubs, mails, holdMinutes } = services
  let present = clock.now()
  const moved = { now: () => present }
  const quiet = { wake: () => undefined }
  const own: ReservationServices = {
    ...services,
    databases: { ...databases, sandbox: database },
    clock: moved,
    // Readers and guests hear of nothing that is part of the past.
    hubs: { ...hubs, sandbox: quiet },
    mails: { ...mails, deliver: async () => new Set() },
  }
  const contextOf = (identity: Identity, locale: Story['locale']): ReservationContext => ({
    ...createContext({ ...identity, locale }, { databases: own.databases, clock: moved }),
    services: own,
  })
  const steps = planStories(present, holdMinutes).flatMap((story) => [
    { story, at: story.createdAt, turn: null },
    ...story.turns.map((turn) => ({ story, at: turn.at, turn })),
  ])
  steps.sort((a, b) => a.at.getTime() - b.at.getTime())
  const reservations = new Map<Story, Reservation>()
  for (const { story, at, turn } of steps) {
    if (signal.aborted) throw new Stopped()
    present = at
    const context = contextOf(sellers[story.seller].identity, story.locale)
    const reservation = reservations.get(story)
    try {
      if (turn === null) reservations.set(story, await reserve(story.input, context))
      else if (reservation) reservations.set(story, await take(turn, reservation, context))
    } catch (error) {
      // A slot was full, or a rule does not allow it: the reservation stays as it is.
      if (!isRefusal(error)) throw error
      services.logger.debug({ err: error, does: turn?.does ?? 'reserve' }, 'a demo reservation was refused')
    }
  }
  return [...reservations.values()]
}

async function take(turn: Turn, reservation: Reservation, context: ReservationContext): Promise<Reservation> {
  const { id } = reservation
  switch (turn.does) {
    case 'confirm':
      return confirm(
        { ...{ id, confirmationEmail: false, generateDocuments: true }, ...paid(turn.payment, reservation) },
        context,
      )
    case 'pay': {
      const amountCents = balanceDueCents(reservation)
      if (amountCents === 0) return reservation
      return (await recordPayment({ id, amountCents, method: turn.method }, context)).reservation
    }
    case 'move':
      return (await modify({ id, ...turn.to, notifyGuest: false, dryRun: false }, context)).reservation
    case 'grow':
      return (
        await modify({ id, visitors: { adults: reservation.adults + 1 }, notifyGuest: false, dryRun: false }, context)
      ).reservation
    case 'cancel': {
      const { reason, note } = turn
      return cancel({ id, reason, note, refundRequested: true, notifyGuest: false }, context)
    }
    case 'refund':
      return refund({ id }, context)
    case 'expire':
      await endHolds(context.services, 'sandbox')
      return reservation
    case 'no_show':
      return markNoShow({ id }, context)
    case 'check_in':
      return checkIn({ id, requirePaid: false }, context)
    case 'complete':
      return complete({ id, requestReview: turn.requestReview, followUpEmail: false }, context)
  }
}

/** The payment with a confirmation: all, a deposit, or nothing yet. */
function paid(payment: 'full' | 'deposit' | 'on_site', { id, pricing }: Reservation) {
  if (payment === 'on_site') return {}
  const card = { paymentId: `pay_${id.slice(-12)}`, paymentMethod: 'credit_card', provider: 'stripe' }
  return payment === 'full' ? card : { ...card, amountCents: Math.round(pricing.totalCents * 0.3) }
}

/** A guest needs no key. */
const guest: Identity = { partnerId: null, environment: 'sandbox', scopes: [], locale: 'en', requestId: 'demo-data' }

/** Some of the guests who were invited to write a review have done so. */
async function writeReviews(reservations: readonly Reservation[], services: DemoServices): Promise<void> {
  const own = `${services.publicUrl}/reviews/`
  const invited = reservations
    .flatMap(({ completion }) => completion?.review?.link ?? [])
    .filter((link) => link.startsWith(own))
  for (const [index, link] of invited.filter((_, number) => number % reviewedOf === 0).entries()) {
    const token = new URL(link).pathname.split('/').at(-1) ?? ''
    const [rating, title, content] = reviews[index % reviews.length] ?? reviews[0]
    await services.upstream.submitReview({ token, rating, title, content }, guest)
  }
}
