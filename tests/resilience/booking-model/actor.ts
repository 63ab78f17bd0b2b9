import type { Chance } from '../../../bench/chance.ts'
import { makeDue } from '../../testkit/due.ts'
import { eventually } from '../../testkit/eventually.ts'
import { times } from '../../testkit/long-form.ts'
import { betweenAttempts } from '../../testkit/pauses.ts'
import type { Json, TestResponse } from '../../testkit/product.ts'
import type { Installation } from './installation.ts'
import { fullSlotCodes, named, productOf, type Creation, type ModelReservation, type Step } from './model.ts'
import { forAnotherParty } from './octo.ts'
import { randomCreation, randomStep } from './steps.ts'

export const reservations = '/api/partner/reservations'
const bookings = '/octo/v1/bookings'

/** How often each outcome was seen, and what must not have been. */
export class Report {
  readonly findings: string[] = []
  readonly counts = new Map<string, number>()

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  /** Whether a step ended with the outcome for which it was chosen. */
  hasSeen({ name, outcome }: Step): boolean {
    return [...this.counts.keys()].some((seen) => seen.startsWith(`${name} ${outcome}`))
  }
}

/** The status, the code and the reason; OCTO has only codes. */
export const outcomeOf = ({ status, body: { error } }: TestResponse): string =>
  (typeof error === 'string' ? [status, error] : [status, error?.code, error?.details?.reason])
    .filter(Boolean)
    .join(' ')
const octoRefusal = '400 UNPROCESSABLE_ENTITY'

/** Of the reservation that was read. */
export const versionOf = ({ headers }: TestResponse): number => Number(/"v(\d+)/.exec(headers.get('etag') ?? '')?.[1])

/** A reservation, with the members that a booking of OCTO has under other names. */
function dataOf({ status, body }: TestResponse, isOcto: boolean): Json {
  if (!isOcto) return body.data
  return status === 200
    ? { ...body, visitTime: body.availabilityId.slice(11, 16), expiresAt: body.utcExpiresAt }
    : undefined
}

const isOneOf = (outcome: string, expected: readonly string[]): boolean =>
  expected.some((one) => outcome.startsWith(one))

/** Those that were added, of some that may be. */
const withMore = (events: readonly string[], mayAlso: readonly string[], read: TestResponse): readonly string[] => [
  ...events,
  ...mayAlso.slice(0, Math.max(0, versionOf(read) - events.length)),
]

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
    if (state.externalId !== undefined && chance.often(0.2)) return this.#repeat(state)
    if (state.status === 'pending' && chance.often(0.1)) return this.#endHold(state)
    return this.#step(...this.#draw(latest))
  }

  /** In CI, draws several steps and prefers one with an outcome that is new, so that few requests see all of them. */
  #draw(latest: readonly ModelReservation[]): [ModelReservation, Step] {
    const draws = Array.from({ length: times(6, 1) }, (): [ModelReservation, Step] => {
      const state = this.chance.pick(latest)
      return [state, randomStep(state, this.installation.world, this.chance)]
    })
    return draws.find(([, step]) => !this.report.hasSeen(step)) ?? (draws[0] as [ModelReservation, Step])
  }

  #send(method: string, address: string, body?: object): Promise<TestResponse | undefined> {
    return this.installation.send(this.chance, method, address, body)
  }

  #learn(state: ModelReservation): void {
    this.#states.set(state.id, state)
  }

  /** Once, or twice at the same time under one external id. */
  async #create({ isOcto, body, makes }: Creation): Promise<void> {
    const { report, chance } = this
    const { externalId } = makes
    const copies = externalId !== undefined && chance.often(0.5) ? 2 : 1
    const send = () => this.#send('POST', isOcto ? bookings : reservations, body)
    const responses = await Promise.all(Array.from({ length: copies }, send))
    const name = isOcto ? 'OCTO create' : 'create'
    // An external id lets it be sent again; without one its reservation is looked for.
    while (externalId !== undefined && responses.includes(undefined)) {
      await betweenAttempts(20)
      const again = await send()
      responses.splice(responses.indexOf(undefined), 1, again)
      report.count(`${name}, sent again ${again ? outcomeOf(again) : 'without a response'}`)
    }
    const made = new Map<string, Json>()
    for (const response of responses) {
      const outcome = response ? outcomeOf(response) : 'without a response'
      const data = response ? dataOf(response, isOcto) : await this.#findUnknown(makes.resellerReference)
      report.count(`${name} ${outcome}`)
      if (data) made.set(data.id, data)
      else if (response && !isOneOf(outcome, isOcto ? [octoRefusal] : fullSlotCodes))
        report.findings.push(`${outcome} for ${JSON.stringify(body)}`)
    }
    if (made.size > 1) report.findings.push(`${[...made.keys()].join()} are all ${externalId}`)
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
    const { isOcto, body } = state.createdBy
    const isSame = chance.often(0.6)
    const other = () => (isOcto ? forAnotherParty(body) : this.#forAnotherProduct(body))
    const response = await this.#send('POST', isOcto ? bookings : reservations, isSame ? body : other())
    if (!response) return
    const outcome = outcomeOf(response)
    report.count(`${isOcto ? 'OCTO repeat' : 'repeat'} ${outcome}`)
    const id = isSame ? dataOf(response, isOcto)?.id : response.body.error?.details?.reservationId
    const refusal = isOcto ? '400 INVALID_BOOKING_UUID' : '409 RESERVATION_ALREADY_EXISTS'
    if (outcome !== (isSame ? '200' : refusal) || (id !== state.id && (isSame || !isOcto)))
      report.findings.push(`${state.id}, repeated by ${state.externalId}: ${outcome}, of ${id}`)
  }

  #forAnotherProduct(created: Creation['body']): object {
    const others = this.installation.world.products.filter(({ id }) => ![created.cenoteId, created.tourId].includes(id))
    return { ...created, cenoteId: undefined, tourId: undefined, ...named(this.chance.pick(others)) }
  }

  /** From then on it is cancelled, whether or not a job has come by. */
  async #endHold(state: ModelReservation): Promise<void> {
    await makeDue('booking', 'hold', [state.id], { serverUrl: this.installation.serverUrl })
    this.report.count('the hold ends')
    this.#learn({ ...state, status: 'cancelled', events: [...state.events, 'expired'] })
  }

  async #step(state: ModelReservation, step: Step): Promise<void> {
    const { report } = this
    const { isOcto, mayAlso = [] } = step
    const address = this.#addressOf(state, step)
    const response = await this.#send(step.method, address, step.body)
    const changed = { ...state, ...step.changes, events: [...state.events, ...step.events] }
    if (!response) {
      const read = await this.#read(state)
      const isDone = versionOf(read) > state.events.length
      report.count(`${step.name}, ${isDone ? 'done' : 'not done'} without a response`)
      // Done means all of it, which is compared in the end.
      const { visitTime, expiresAt } = read.body.data
      if (isDone) this.#learn({ ...changed, visitTime, expiresAt, events: withMore(changed.events, mayAlso, read) })
      return
    }
    const outcome = outcomeOf(response)
    report.count(`${step.name} ${outcome}`)
    if (isOneOf(outcome, step.mayBeRefused)) return
    if (!outcome.startsWith(step.outcome)) {
      const request = `${step.method} ${address} ${JSON.stringify(step.body)}`
      const text = isOcto ? ` ${response.body.errorMessage}` : ''
      report.findings.push(`${request}: ${outcome}${text}, not ${step.outcome}; before: ${JSON.stringify(state)}`)
      return
    }
    if (response.status !== 200) return
    const data = dataOf(response, isOcto)
    const hour = step.isAnyHour && data.changes.find(({ field }: Json) => field === 'visitTime')?.newValue
    if (outcome === '200' && step.name.endsWith('move')) report.count(this.#wayOf(state, changed))
    const events = mayAlso.length > 0 ? withMore(changed.events, mayAlso, await this.#read(state)) : changed.events
    const expiresAt = data.expiresAt ?? changed.expiresAt
    this.#learn({ ...changed, ...(hour ? { visitTime: hour } : {}), expiresAt, events })
  }

  /** By any of its names; OCTO has one. */
  #addressOf({ id, externalId }: ModelReservation, { isOcto, path }: Step): string {
    if (isOcto) return `${bookings}/${externalId ?? id}${path}`
    return `${reservations}/${externalId !== undefined && this.chance.often(0.4) ? externalId : id}${path}`
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
