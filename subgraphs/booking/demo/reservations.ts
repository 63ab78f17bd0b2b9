import { setTimeout as delay } from 'node:timers/promises'
import { isDependencyDown } from '../../../platform/process/failures.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { inTransaction, type PerEnvironment, type PoolClient } from '../../../platform/postgres/database.ts'
import { createContext } from '../context.ts'
import type { Database } from '../database.ts'
import {
  balanceDueCents,
  cancelReservation,
  checkIn,
  complete,
  confirmReservation,
  endHolds,
  markNoShow,
  modifyReservation,
  recordPayment,
  refund,
  createReservation,
  type Reservation,
  type ReservationContext,
  type ReservationServices,
} from '../reservation/index.ts'
import type { SecretBox } from '../outbox/index.ts'
import { reviews, sellers } from './cast.ts'
import { inOneTransaction } from './one-transaction.ts'
import {
  findQueuedReviews,
  hasReservations,
  insertPastWebhook,
  lockReservations,
  queueReviews,
  removeQueuedReview,
  skipInWebhookQueue,
  takeMailsForSent,
} from './repository.ts'
import { planStories, type Story, type Turn } from './stories.ts'

export interface DemoServices extends ReservationServices {
  readonly databases: PerEnvironment<Database>
  readonly webhooks: { readonly secrets: Pick<SecretBox, 'seal'> }
}

/** One in this many invited guests writes a review. */
const reviewedOf = 5

/** Where subgraphs are processes of their own, the others may start later than this one. */
const maxAttempts = 24
const retryMilliseconds = 5_000
/** How long to wait before checking again whether another process has written the reservations. */
const lockedMilliseconds = 200

/**
 * Fills the sandbox with the demo reservations where nothing was reserved yet, and writes the reviews of some of their
 * guests. The commands run as they did in the past month, on a clock that is moved, all in one transaction: processes that
 * start concurrently write them once, completely or not at all, and each resolves when they are there, so that no one is
 * served before. Retries while a dependency is unreachable. Logs another failure: the product works without them.
 */
export async function seedDemoReservations(
  services: DemoServices,
  signal: AbortSignal,
  pauseMilliseconds = retryMilliseconds,
): Promise<void> {
  const { logger } = services
  for (let attempt = 1; !signal.aborted; attempt += 1)
    try {
      await writeReservations(services, signal)
      return await writeReviews(services)
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

async function writeReservations(services: DemoServices, signal: AbortSignal): Promise<void> {
  const { databases, logger } = services
  const { pool } = databases.sandbox
  while (!(await hasReservations(pool))) {
    const written = await inTransaction(pool, async (client) => {
      if (!(await lockReservations(client))) return null
      return (await hasReservations(client)) ? 0 : writeAll(client, services, signal)
    })
    if (written) logger.info({ reservations: written }, 'demo reservations were written')
    if (written === null) await delay(lockedMilliseconds, undefined, { signal })
  }
}

async function writeAll(client: PoolClient, services: DemoServices, signal: AbortSignal): Promise<number> {
  const now = services.clock.now()
  const reservations = await playAll(services, inOneTransaction(services.databases.sandbox, client), signal)
  await takeMailsForSent(client, now)
  const { secrets } = services.webhooks
  for (const { identity, receiver } of Object.values(sellers))
    await insertPastWebhook(client, { partnerId: identity.partnerId ?? '', url: receiver, now, secrets })
  await skipInWebhookQueue(client)
  const own = `${services.publicUrl}/reviews/`
  const invited = reservations.filter(({ completion }) => completion?.review?.link?.startsWith(own))
  await queueReviews(
    client,
    invited.filter((_, number) => number % reviewedOf === 0).map(({ id }) => id),
  )
  return reservations.length
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
      if (turn === null) reservations.set(story, await createReservation(story.input, context))
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
      return confirmReservation(
        { ...{ id, confirmationEmail: false, generateDocuments: true }, ...paid(turn.payment, reservation) },
        context,
      )
    case 'pay': {
      const amountCents = balanceDueCents(reservation)
      if (amountCents === 0) return reservation
      return (await recordPayment({ id, amountCents, method: turn.method }, context)).reservation
    }
    case 'move':
      return (await modifyReservation({ id, ...turn.to, notifyGuest: false, dryRun: false }, context)).reservation
    case 'grow':
      return (
        await modifyReservation(
          { id, visitors: { adults: reservation.adults + 1 }, notifyGuest: false, dryRun: false },
          context,
        )
      ).reservation
    case 'cancel': {
      const { reason, note } = turn
      return cancelReservation({ id, reason, note, refundRequested: true, notifyGuest: false }, context)
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

/** Writes the reviews that are queued, also those that a process left when it ended before. */
async function writeReviews({ databases, upstream }: DemoServices): Promise<void> {
  const { pool } = databases.sandbox
  for (const [index, { id, link }] of (await findQueuedReviews(pool)).entries()) {
    const token = new URL(link).pathname.split('/').at(-1) ?? ''
    const [rating, title, content] = reviews[index % reviews.length] ?? reviews[0]
    await upstream.submitReview({ token, rating, title, content }, guest).catch((error: unknown) => {
      // Another process, or this one before it was ended, has written it.
      if (!isRefusal(error)) throw error
    })
    await removeQueuedReview(pool, id)
  }
}
