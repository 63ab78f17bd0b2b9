import type { Chance } from '../../../bench/chance.ts'
import { makeDue } from '../../testkit/due.ts'
import { eventually } from '../../testkit/eventually.ts'
import { betweenAttempts } from '../../testkit/pauses.ts'
import type { Json, TestResponse } from '../../testkit/product.ts'
import type { Installation } from './installation.ts'
import {
  fullSlotCodes,
  named,
  productOf,
  randomCreation,
  randomStep,
  type Creation,
  type ModelReservation,
  type Step,
} from './model.ts'

export const reservations = '/api/partner/reservations'

/** How often each outcome was seen, and what must not have been. */
export class Report {
  readonly findings: string[] = []
  readonly counts = new Map<string, number>()

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
}

/** The status, the code and the reason. */
export const outcomeOf = ({ status, body }: TestResponse): string =>
  [status, body.error?.code, body.error?.details?.reason].filter(Boolean).join(' ')

/** Of the reservation that was read. */
export const versionOf = ({ headers }: TestResponse): number => Number(/"v(\d+)/.exec(headers.get('etag') ?? '')?.[1])

const isOneOf = (outcome: string, expected: readonly string[]): boolean =>
  expected.some((one) => outcome.startsWith(one))

/** A caller with reservations of its own, which competes with other callers for places. */
export class Actor {
  readonly #states = new Map<string, ModelReservation>()

  constructor(
    readonly installation: Installation,
    readonly report: Report,
    readonly chance: Chance,
  ) {}

  get reservations(): readonly ModelReservation[] {
    return [...this.#states.values()]
  }

  async act(): Promise<void> {
    const { chance } = this
    const { world } = this.installation
    const latest = this.reservations.slice(-6)
    if (latest.length === 0 || chance.often(0.3)) return this.#create(randomCreation(world, chance))
    const state = chance.pick(latest)
    if (state.externalId !== undefined && chance.often(0.15)) return this.#repeat(state)
    if (state.status === 'pending' && chance.often(0.1)) return this.#endHold(state)
    return this.#step(state, randomStep(state, world, chance))
  }

  #send(method: string, address: string, body?: object): Promise<TestResponse | undefined> {
    return this.installation.send(this.chance, method, address, body)
  }

  #learn(state: ModelReservation): void {
    this.#states.set(state.id, state)
  }

  /** Once, or twice at the same time under one external id. */
  async #create({ body, makes }: Creation): Promise<void> {
    const { report, chance } = this
    const copies = body.externalId !== undefined && chance.often(0.5) ? 2 : 1
    const send = () => this.#send('POST', reservations, body)
    const responses = await Promise.all(Array.from({ length: copies }, send))
    // An external id lets it be sent again; without one its reservation is looked for.
    while (body.externalId !== undefined && responses.includes(undefined)) {
      await betweenAttempts(20)
      const again = await send()
      responses.splice(responses.indexOf(undefined), 1, again)
      report.count(`create, sent again ${again ? outcomeOf(again) : 'without a response'}`)
    }
    const made = new Map<string, Json>()
    for (const response of responses) {
      const outcome = response ? outcomeOf(response) : 'without a response'
      const data = response ? response.body.data : await this.#findUnknown(makes.resellerReference)
      report.count(`create ${outcome}`)
      if (data) made.set(data.id, data)
      else if (response && !isOneOf(outcome, fullSlotCodes))
        report.findings.push(`${outcome} for ${JSON.stringify(body)}`)
    }
    if (made.size > 1) report.findings.push(`${[...made.keys()].join()} are all ${body.externalId}`)
    for (const [id, { visitTime, expiresAt }] of made) this.#learn({ ...makes, id, visitTime, expiresAt })
  }

  async #findUnknown(resellerReference: string): Promise<Json> {
    const [row] = await this.installation.query<{ id: string; visitTime: string; expiresAt: Date }>(
      `SELECT id, visit_time AS "visitTime", payment_deadline AS "expiresAt" FROM sandbox.reservation
       WHERE reseller_reference = $1`,
      [resellerReference],
    )
    return row && { ...row, expiresAt: row.expiresAt.toISOString() }
  }

  /** The same work is the same reservation, also one that has ended; other work is refused. */
  async #repeat(state: ModelReservation): Promise<void> {
    const { report, chance } = this
    const isSame = chance.often(0.6)
    const body = isSame ? state.created : this.#forAnotherProduct(state.created)
    const response = await this.#send('POST', reservations, body)
    if (!response) return
    const outcome = outcomeOf(response)
    report.count(`repeat ${outcome}`)
    const id = isSame ? response.body.data?.id : response.body.error?.details?.reservationId
    if (outcome !== (isSame ? '200' : '409 RESERVATION_ALREADY_EXISTS') || id !== state.id)
      report.findings.push(`${state.id}, repeated by ${state.externalId}: ${outcome}, of ${id}`)
  }

  #forAnotherProduct(created: Creation['body']): object {
    const others = this.installation.world.products.filter(({ id }) => ![created.cenoteId, created.tourId].includes(id))
    return { ...created, cenoteId: undefined, tourId: undefined, ...named(this.chance.pick(others)) }
  }

  /** From then on it is cancelled, whether or not a job has come by. */
  async #endHold(state: ModelReservation): Promise<void> {
    await makeDue('booking', 'hold', [state.id], { milliseconds: -1, serverUrl: this.installation.serverUrl })
    this.report.count('the hold ends')
    this.#learn({ ...state, status: 'cancelled', events: [...state.events, 'expired'] })
  }

  async #step(state: ModelReservation, step: Step): Promise<void> {
    const { report } = this
    // By any of its names.
    const name = state.externalId !== undefined && this.chance.often(0.4) ? state.externalId : state.id
    const address = `${reservations}/${name}${step.path}`
    const response = await this.#send(step.method, address, step.body)
    const changed = { ...state, ...step.changes, events: [...state.events, ...step.events] }
    if (!response) {
      const read = await this.#read(state)
      const isDone = versionOf(read) > state.events.length
      report.count(`${step.name}, ${isDone ? 'done' : 'not done'} without a response`)
      // Done means all of it, which is compared in the end.
      const { visitTime, expiresAt } = read.body.data
      if (isDone) this.#learn({ ...changed, visitTime, expiresAt })
      return
    }
    const outcome = outcomeOf(response)
    report.count(`${step.name} ${outcome}`)
    if (isOneOf(outcome, step.mayBeRefused)) return
    if (!outcome.startsWith(step.outcome)) {
      const request = `${step.method} ${address} ${JSON.stringify(step.body)}`
      report.findings.push(`${request}: ${outcome}, not ${step.outcome}; before: ${JSON.stringify(state)}`)
      return
    }
    if (response.status !== 200) return
    const { data } = response.body
    const hour = step.isAnyHour && data.changes.find(({ field }: Json) => field === 'visitTime')?.newValue
    if (outcome === '200' && step.name === 'move') report.count(this.#wayOf(state, changed))
    this.#learn({ ...changed, ...(hour ? { visitTime: hour } : {}), expiresAt: data.expiresAt ?? changed.expiresAt })
  }

  #wayOf(before: ModelReservation, after: ModelReservation): string {
    const { world } = this.installation
    const [from, to] = [productOf(world, before), productOf(world, after)]
    return `moved ${from === to ? `within a ${from.type}` : `from a ${from.type} to a ${to.type}`}`
  }

  #read({ id }: ModelReservation): Promise<TestResponse> {
    return eventually(
      () => this.#send('GET', `${reservations}/${id}`),
      (response) => response?.status === 200,
    ) as Promise<TestResponse>
  }
}
