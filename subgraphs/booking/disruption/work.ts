import { randomUUID } from 'node:crypto'
import { inTransaction, type PoolClient } from '../../../platform/postgres/database.ts'
import type { Environment } from '../../../platform/trust/identity.ts'
import { releaseEndedUses } from '../coupon-use/index.ts'
import { reservationChanges } from '../metrics.ts'
import { disruptReservation, type Disrupting, type Reservation } from '../reservation/index.ts'
import type { DisruptionServices } from './context.ts'
import { isStanding, placesOf } from './declare.ts'
import {
  addReservations,
  lockDueReservation,
  lockIncomplete,
  noteOutcome,
  postponeOf,
  readDueReservations,
  setLookAt,
  type Disruption,
  type DueReservation,
} from './store/disruptions.ts'
import { countBooked, readHeld, slotsIn } from './store/standing.ts'

const batchSize = 50

/** When what could not be changed is tried again. */
const retryMilliseconds = 10_000

/** How often reservations are looked for: at first each second, later each minute. */
const lookMilliseconds = { soon: 1_000, later: 60_000 }

/** Clocks of processes differ by less. */
const clockMilliseconds = 1_000

/** Works on the reservations of disruptions. True when more may be waiting. */
export async function workOnDisruptions(services: DisruptionServices, environment: Environment): Promise<boolean> {
  const found = await lookForMore(services, environment)
  const { pool } = services.databases[environment]
  const now = services.clock.now()
  const due = await readDueReservations(pool, now, batchSize)
  const failures = new Map<string, unknown>()
  let changed = 0
  for (const one of due) {
    if (failures.has(one.partnerId)) continue
    try {
      if (await workOn(one, services, environment)) changed += 1
    } catch (error) {
      services.logger.warn({ err: error, ...one }, 'a disrupted reservation could not be changed')
      // A partner's reservations may lie on a server that is down, which must not hold up those of others.
      await postponeOf(pool, one.partnerId, now, new Date(now.getTime() + retryMilliseconds))
      failures.set(one.partnerId, error)
    }
  }
  if (changed > 0) services.hubs[environment].wake()
  if (failures.size > 0) throw [...failures.values()][0]
  return found || due.length === batchSize
}

/** Works on one reservation, in a transaction of its own. Whether it was changed. */
async function workOn(due: DueReservation, services: DisruptionServices, environment: Environment): Promise<boolean> {
  const { databases, clock } = services
  const database = databases[environment]
  const changed = await inTransaction(database.pool, async (client): Promise<Reservation | null> => {
    const at = clock.now()
    const result = await disruptReservation(client, due, at, async () => {
      const locked = await lockDueReservation(client, due)
      if (!locked) return null
      const { disruption, isMarkedElsewhere } = locked
      return { ...disruptingBy(disruption), isMarkedElsewhere }
    })
    if (result) await noteOutcome(client, due, result.outcome)
    return result?.changed ?? null
  })
  if (!changed) return false
  reservationChanges.inc({ environment, status: changed.status })
  if (changed.couponCode !== null) await releaseEndedUses([changed.id], { services, database, requestId: randomUUID() })
  return true
}

/** The treatment of each reservation of a disruption. */
function disruptingBy(disruption: Disruption): Disrupting {
  const { choice, isCleared, reason, note, notifyGuests, author } = disruption
  return {
    order: isCleared ? 'clear' : choice,
    by: author,
    reason,
    note,
    notifyGuests,
    concerns: (reservation) => slotsIn(disruption, reservation) > 0,
  }
}

/**
 * Looks for reservations of a disruption that were not found when it began: their places were counted, and they were not
 * to be read yet, as on a server that had not finished their transaction. It ends once the places of those that are found
 * are those that are booked. True when it looked.
 */
async function lookForMore({ databases, clock }: DisruptionServices, environment: Environment): Promise<boolean> {
  return inTransaction(databases[environment].pool, async (client: PoolClient) => {
    const now = clock.now()
    const disruption = await lockIncomplete(client, now)
    if (!disruption) return false
    const { id, createdAt } = disruption
    const held = await readHeld(client, disruption)
    // A later one was made after everything was opened again.
    const latest = createdAt.getTime() + clockMilliseconds
    const standing = held.filter((one) => isStanding(one, now) && one.createdAt.getTime() <= latest)
    await addReservations(client, id, standing, now)
    const isComplete = placesOf(held) === (await countBooked(client, disruption))
    const age = now.getTime() - createdAt.getTime()
    const wait = age < lookMilliseconds.later ? lookMilliseconds.soon : lookMilliseconds.later
    await setLookAt(client, id, isComplete ? null : new Date(now.getTime() + wait))
    return true
  })
}
