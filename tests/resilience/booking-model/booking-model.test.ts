import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Chance } from '../../../bench/chance.ts'
import { gapsIn } from '../../../bench/chaos/comparison.ts'
import { audit } from '../../../cli/audit/audit.ts'
import { ages, partyOf } from '../../../schema/ages.ts'
import { eventually } from '../../testkit/eventually.ts'
import { isLong, seedOf, times } from '../../testkit/long-form.ts'
import { betweenAttempts } from '../../testkit/pauses.ts'
import { partner } from '../../testkit/product.ts'
import { Actor, outcomeOf, Report, reservations, versionOf } from './actor.ts'
import { Installation } from './installation.ts'
import { heldPlaces, named, secondOf, shownBy, type ModelProduct, type ModelReservation } from './model.ts'
import { operationNames } from './steps.ts'

/** The same seed, the same draws of each actor; how their requests interleave is up to the machine. */
const seed = seedOf(31)
const actorCount = 8
/** Each actor sends at least this many requests, and more until every outcome has occurred. */
const requestsEach = times(20, 400)
const maxRequestsEach = requestsEach + 250

let installation: Installation
let actors: readonly Actor[]
const report = new Report()

beforeAll(async () => {
  installation = await Installation.start({ restartsKilled: isLong })
  installation.killAt = Math.floor((actorCount * requestsEach) / 2)
  actors = Array.from(
    { length: actorCount },
    (_, index) => new Actor(installation, report, new Chance(seed * actorCount + index)),
  )
})
afterAll(() => installation.close())

/** Outcomes that each run must reach, because it tests only what occurs. */
const outcomes = [
  /create 422 CENOTE_NOT_AVAILABLE/,
  /create 422 TOUR_NOT_AVAILABLE/,
  /move 422 (INSUFFICIENT_CAPACITY|CENOTE_NOT_AVAILABLE|TOUR_NOT_AVAILABLE)/,
  /moved from a (cenote|tour) to a tour/,
  /moved from a tour to a cenote/,
  /change the party 422 INSUFFICIENT_CAPACITY/,
  /confirm.* 409/,
  /extend 409/,
  /^repeat 200/m,
  /^repeat 409/m,
  /OCTO create 400 UNPROCESSABLE_ENTITY/,
  /OCTO move 400 UNPROCESSABLE_ENTITY/,
  /OCTO (confirm|extend) 400 INVALID_BOOKING_UUID/,
  /OCTO repeat 200/,
  /OCTO repeat 400 INVALID_BOOKING_UUID/,
]
function outcomesToSee(): unknown[] {
  const seen = [...report.counts.keys()].join('\n')
  return [
    ...operationNames.filter((name) => !report.counts.has(`${name} 200`)),
    ...outcomes.filter((outcome) => !outcome.test(seen)),
    ...ages.filter((age) => !acknowledged().some(({ party }) => party[age] > 0)),
  ]
}

const acknowledged = (): readonly ModelReservation[] => actors.flatMap((actor) => actor.reservations)

/** A reservation as a process returns it, with the members that the model has. */
async function readAt(url: string, { id }: ModelReservation): Promise<ReturnType<typeof shownBy>> {
  const response = await partner(url).get(`${reservations}/${id}`)
  const { visitors, guest, resellerReference, externalId, status, cenoteId, tourId, visitDate, visitTime, expiresAt } =
    response.body.data
  return {
    id: response.body.data.id,
    resellerReference,
    externalId,
    status,
    cenoteId,
    tourId,
    visitDate,
    visitTime,
    guestName: guest.name,
    party: partyOf(visitors.breakdown),
    people: visitors.total,
    version: versionOf(response),
    expiresAt: status === 'pending' ? secondOf(expiresAt) : null,
  }
}

describe(`the reservations of a partner at two processes, one of which is killed (seed ${seed})`, () => {
  it('never take more places than there are, nor leave one taken that none of them holds', async () => {
    let isRunning = true
    const watching = (async () => {
      while (isRunning) {
        report.findings.push(...(await installation.wrongPlaces()))
        report.count('looks at the places')
        await betweenAttempts(times(250, 100))
      }
    })()
    const isDone = (requests: number): boolean =>
      requests >= maxRequestsEach || (requests >= requestsEach && outcomesToSee().length === 0)
    await Promise.all(
      actors.map(async (actor) => {
        for (let requests = 0; !isDone(requests); requests += 1) await actor.act()
      }),
    )
    await installation.restarted()
    isRunning = false
    await watching
    const counts = [...report.counts].sort().map(([what, count]) => `  ${count} × ${what}`)
    process.stdout.write(
      `seed ${seed}: ${acknowledged().length} reservations, ${installation.unanswered} requests without a response\n${counts.join('\n')}\n`,
    )
    expect(report.findings).toEqual([])
    // Otherwise the seed tests nothing.
    expect(installation.unanswered).toBeGreaterThan(3)
    expect(outcomesToSee()).toEqual([])
  })

  it('are in the end what was acknowledged, at each process that serves, and there are no others', async () => {
    // Wait until the jobs have recorded each hold that has ended.
    await eventually(() => installation.endedHolds(), [])
    const { urls } = installation
    for (const [index, state] of acknowledged().entries())
      expect(await readAt(urls[index % urls.length] ?? '', state)).toEqual(shownBy(state))
    const made = acknowledged().map(({ id }) => id)
    expect(await installation.reservationsWithReference('model-')).toEqual(made.sort())
  })

  it('have each event once, with the versions in order', async () => {
    const log = await installation.events()
    expect(gapsIn(log)).toEqual([])
    for (const { id, events } of acknowledged()) {
      const logged = log.filter((event) => event.reservation_id === id).map(({ type }) => type)
      expect([id, logged]).toEqual([id, events.map((type) => `reservation.${type}`)])
    }
  })

  it('leave exactly the other places to be sold, and the audit balances', async () => {
    const { world } = installation
    const held = new Map(heldPlaces(world, acknowledged()))
    const [url = ''] = installation.urls
    const create = (product: ModelProduct, visitDate: string, visitTime: string, adults: number) =>
      partner(url).post(reservations, {
        ...named(product),
        ...{ visitDate, visitTime },
        visitors: { adults, children: 0 },
        hold: true,
      })
    const limits = new Map(world.products.map((product) => [product.id, product]))
    /** The places that are left in each slot which a party takes, and on its day. */
    const leftIn = (slots: readonly { cenoteId: string; time: string }[], day: string): readonly number[] =>
      slots.map(({ cenoteId, time }) => {
        const { hourly = 0, daily = 0 } = limits.get(cenoteId) ?? {}
        const heldAt = (key: string): number => held.get(`${cenoteId} ${day}${key}`) ?? 0
        return Math.min(hourly - heldAt(` ${time}`), daily - heldAt(''))
      })
    // Tours before cenotes, so that the places of their stops are left.
    const tours = world.products.filter(({ type }) => type === 'tour')
    const cenotes = world.products.filter(({ type }) => type === 'cenote')
    for (const product of [...tours, ...cenotes])
      for (const day of world.days.slice(0, times(1, 3)))
        for (const time of product.times) {
          const slots = [{ cenoteId: product.id, time }, ...(product.stops[time] ?? [])]
          const left = Math.min(...leftIn(slots, day))
          if (left > 0) expect(await create(product, day, time, left)).toHaveStatus(201)
          const keys = slots.flatMap(({ cenoteId, time: hour }) => [`${cenoteId} ${day} ${hour}`, `${cenoteId} ${day}`])
          for (const key of new Set(keys)) held.set(key, (held.get(key) ?? 0) + left)
          const [own = 0] = leftIn(slots, day)
          const refusal =
            product.type === 'cenote'
              ? 'CENOTE_NOT_AVAILABLE fully_booked'
              : `TOUR_NOT_AVAILABLE ${own === 0 ? 'fully_booked' : 'stop_full'}`
          expect(outcomeOf(await create(product, day, time, 1))).toBe(`422 ${refusal}`)
        }
    expect(await installation.wrongPlaces()).toEqual([])
    const findings = await audit({ serverUrl: installation.serverUrl, environment: 'sandbox' })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
  })
})
