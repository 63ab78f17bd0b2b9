import type { Chance } from '../../../bench/chance.ts'
import { operator } from '../../testkit/operator.ts'
import { partner, type Json } from '../../testkit/product.ts'
import { cenotes, tours } from '../../testkit/random-reads.ts'
import { eventually } from '../../testkit/eventually.ts'
import type { Installation } from './installation.ts'

/** A write; whether it changed anything. */
type Write = (url: string) => Promise<boolean>

/** Changes of every kind that a cached fact depends on, each kind in turn. */
export class Writer {
  /** How many of each kind changed something. */
  readonly changes: Record<string, number> = {}
  readonly #chance: Chance
  readonly #dates: readonly string[]
  readonly #query: Installation['query']
  readonly #reservations: string[] = []
  readonly #closures: string[] = []
  readonly #events: string[] = []
  #turn = 0
  #turnElsewhere = 0

  constructor(chance: Chance, dates: readonly string[], { query }: Pick<Installation, 'query'>) {
    this.#chance = chance
    this.#dates = dates
    this.#query = query
    for (const name of [...Object.keys(this.#through), ...Object.keys(this.#elsewhere)]) this.changes[name] = 0
  }

  /** Changes something through a process. */
  async write(url: string): Promise<void> {
    const kinds = Object.entries(this.#through)
    await this.#run(kinds[(this.#turn += 1) % kinds.length] as [string, Write], url)
  }

  /** Changes something behind the back of every process. */
  async writeElsewhere(): Promise<void> {
    const kinds = Object.entries(this.#elsewhere)
    await this.#run(kinds[(this.#turnElsewhere += 1) % kinds.length] as [string, Write], '')
  }

  async #run([name, write]: [string, Write], url: string): Promise<void> {
    if (await write(url)) this.changes[name] = (this.changes[name] ?? 0) + 1
  }

  readonly #through: Readonly<Record<string, Write>> = {
    reserve: (url) => this.#reserve(url),
    'reserve a tour': (url) => this.#reserveTour(url),
    'override slots': (url) => this.#overrideSlots(url),
    close: (url) => this.#close(url),
    'rename a cenote': (url) => this.#rename(url, 'cenote', 'Cenote'),
    'reserve again': (url) => this.#reserve(url),
    'create an event': (url) => this.#createEvent(url),
    cancel: (url) => this.#cancel(url),
    open: (url) => this.#open(url),
    'rename a tour': (url) => this.#rename(url, 'tour', 'Tour'),
    'clear overrides': (url) => this.#clearOverrides(url),
    'delete an event': (url) => this.#deleteEvent(url),
  }

  readonly #elsewhere: Readonly<Record<string, Write>> = {
    'end a hold': () => this.#endHold(),
    'change an age configuration': () =>
      this.#changePrices(
        "UPDATE sandbox.age_configuration SET multiplier = $1 WHERE category = 'child'",
        40 + this.#chance.below(30),
      ),
    'change a rate': () =>
      this.#changePrices(
        "UPDATE sandbox.exchange_rate SET micros = $1 WHERE currency = 'USD'",
        10_000 + this.#chance.below(90_000),
      ),
    'change services': () =>
      this.#changePrices(
        'UPDATE sandbox.cenote_service SET price_cents = $1 WHERE price_cents > 0',
        1_000 + this.#chance.below(90) * 100,
      ),
    'change discounts': () =>
      this.#changePrices(
        "UPDATE sandbox.discount_rule SET value = $1 WHERE discount_type = 'percentage'",
        1 + this.#chance.below(30),
      ),
  }

  #range(): { cenoteId: string; from: string; to: string } {
    const date = this.#chance.pick(this.#dates)
    return { cenoteId: this.#chance.pick(cenotes).id, from: date, to: date }
  }

  /** Runs a mutation with an input; what it returns, or undefined if it was refused. */
  async #change(url: string, name: string, inputType: string, selection: string, input: object): Promise<Json> {
    const { body } = await operator(url).graphql(
      `mutation ($input: ${inputType}!) { ${name}(input: $input) ${selection} }`,
      { input },
    )
    const code: string = body.errors?.[0].extensions.code ?? ''
    if (code.startsWith('GRAPHQL_') || code === 'BAD_USER_INPUT') throw new Error(JSON.stringify(body.errors))
    return body.data?.[name]
  }

  #reserve(url: string): Promise<boolean> {
    return this.#create(url, {
      cenoteId: this.#chance.pick(cenotes).id,
      visitTime: `${10 + this.#chance.below(4)}:00`,
    })
  }

  #reserveTour(url: string): Promise<boolean> {
    const { id: tourId, time: visitTime } = this.#chance.pick(tours)
    return this.#create(url, { tourId, visitTime })
  }

  async #create(url: string, visit: object): Promise<boolean> {
    const { body } = await partner(url).post('/api/partner/reservations', {
      ...visit,
      visitDate: this.#chance.pick(this.#dates),
      visitors: { adults: 1 + this.#chance.below(4), children: 0, seniors: 0 },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 555 0100' },
    })
    if (body.data) this.#reservations.push(body.data.id)
    return Boolean(body.data)
  }

  async #cancel(url: string): Promise<boolean> {
    const id = this.#reservations.shift()
    if (!id) return false
    const { status } = await partner(url).post(`/api/partner/reservations/${id}/cancel`, { reason: 'guest_request' })
    return status === 200
  }

  async #overrideSlots(url: string): Promise<boolean> {
    const available = this.#chance.often(0.6)
    const capacity = available && this.#chance.often(0.5) ? { capacity: 5 + this.#chance.below(10) } : {}
    const input = { ...this.#range(), times: ['10:00', '11:00'], available, force: true, ...capacity }
    return Boolean(await this.#change(url, 'overrideSlots', 'OverrideSlotsInput', '{ __typename }', input))
  }

  async #clearOverrides(url: string): Promise<boolean> {
    const input = { ...this.#range(), from: this.#dates[0], to: this.#dates.at(-1) }
    return Boolean(await this.#change(url, 'clearSlotOverrides', 'ClearSlotOverridesInput', '{ __typename }', input))
  }

  async #close(url: string): Promise<boolean> {
    const input = { ...this.#range(), reason: 'storm', force: true }
    const closure = await this.#change(url, 'createClosure', 'CreateClosureInput', '{ id }', input)
    if (closure) this.#closures.push(closure.id)
    return Boolean(closure)
  }

  async #open(url: string): Promise<boolean> {
    const id = this.#closures.shift()
    return Boolean(id && (await this.#change(url, 'deleteClosure', 'DeleteClosureInput', '', { id })))
  }

  async #createEvent(url: string): Promise<boolean> {
    const input = {
      ...this.#range(),
      name: { en: 'Concert', es: 'Concierto' },
      startTime: '10:00',
      endTime: '13:00',
      capacity: 5 + this.#chance.below(5),
    }
    const event = await this.#change(url, 'createSpecialEvent', 'CreateSpecialEventInput', '{ id }', input)
    if (event) this.#events.push(event.id)
    return Boolean(event)
  }

  async #deleteEvent(url: string): Promise<boolean> {
    const id = this.#events.shift()
    return Boolean(id && (await this.#change(url, 'deleteSpecialEvent', 'DeleteSpecialEventInput', '', { id })))
  }

  async #rename(url: string, field: 'cenote' | 'tour', type: string): Promise<boolean> {
    const list = `${field}s`
    const { body } = await operator(url).graphql(`{ ${list}(first: 5) { nodes { id version } } }`)
    const nodes: Json[] = body.data?.[list].nodes ?? []
    if (nodes.length === 0) return false
    const { id, version } = this.#chance.pick(nodes)
    const name = `${type} ${this.#chance.below(1_000)}`
    const input = { id, version, name: { en: name, es: name } }
    return Boolean(await this.#change(url, `update${type}`, `Update${type}Input`, '{ version }', input))
  }

  /** Lets the oldest hold end now, and waits for the job that releases its places. */
  async #endHold(): Promise<boolean> {
    const id = this.#reservations.shift()
    const held = await this.#query(
      'booking',
      `UPDATE sandbox.reservation SET payment_deadline = clock_timestamp() WHERE id = $1 AND status = 'pending' RETURNING id`,
      [id],
    )
    if (held.length === 0) return false
    await this.#query(
      'booking',
      `UPDATE sandbox.reservation_due SET due_at = clock_timestamp() WHERE reservation_id = $1 AND kind = 'hold' RETURNING 1`,
      [id],
    )
    await eventually(
      async () => {
        const [row] = await this.#query<{ status: string }>(
          'booking',
          'SELECT status FROM sandbox.reservation WHERE id = $1',
          [id],
        )
        return row?.status !== 'pending'
      },
      true,
      { describe: () => 'The hold does not end', milliseconds: 30_000 },
    )
    return true
  }

  async #changePrices(text: string, value: number): Promise<boolean> {
    return (await this.#query('pricing', `${text} RETURNING 1`, [value])).length > 0
  }
}
