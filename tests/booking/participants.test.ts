import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { eventually } from '../testkit/eventually.ts'
import { visitDay } from '../testkit/moves.ts'
import { Receiver } from '../testkit/receiver.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { changesOf, operator } from '../testkit/operator.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})
afterAll(() => expectBalancedBooks(product.database('booking')))

const cenoteId = demoId('cenote', 'gran-cenote')
const shown = `id status version timezone mailsGuest visitors { adults children }
  participants { id: participantId category resellerReference contact { name firstName email locales notes } }
  guest { name firstName lastName email country postalCode locales notes }
  communications { type status }`
const inputs = {
  createReservation: 'CreateReservationInput',
  confirmReservation: 'ConfirmReservationInput',
  completeReservation: 'CompleteReservationInput',
  checkInReservation: 'CheckInReservationInput',
} as const
const send = (name: keyof typeof inputs, input: Json) =>
  partner(product.url).graphql(`mutation ($input: ${inputs[name]}!) { ${name}(input: $input) { ${shown} } }`, { input })
async function run(name: keyof typeof inputs, input: Json): Promise<Json> {
  const { body } = await send(name, input)
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data[name]
}
const modify = (input: Json) =>
  partner(product.url).graphql(
    `mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) { changes { field oldValue newValue } reservation { ${shown} } } }`,
    { input },
  )
const modified = async (input: Json): Promise<Json> => (await modify(input)).body.data.modifyReservation
const fieldsOf = ({ body }: Json): string[] => Object.keys(body.errors?.[0].extensions.details.fields ?? {}).sort()
const guest = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' }
let days = 0
const visit = (change: Json = {}): Json => ({
  cenoteId,
  visitDate: visitDay(days++ % 7),
  visitTime: '10:00',
  visitors: { adults: 2, children: 1 },
  guest,
  ...change,
})

describe('the people of a party', () => {
  it('are stored as a creation gives them, and read in every place that shows the reservation', async () => {
    const participants = [
      {
        id: 'unit-1',
        category: 'ADULT',
        resellerReference: 'R-1',
        contact: { name: 'Ana', locales: ['es'], email: '' },
      },
      { category: 'CHILD' },
      { category: 'ADULT' },
    ]
    const created = await run('createReservation', visit({ participants }))
    const ids = created.participants.map(({ id }: Json) => id)
    expect(created).toMatchObject({ timezone: 'America/Cancun', mailsGuest: true })
    const contact = { name: 'Ana', firstName: null, email: null, locales: ['es'], notes: null }
    expect(created.participants).toEqual([
      { id: 'unit-1', category: 'ADULT', resellerReference: 'R-1', contact },
      { id: ids[1], category: 'CHILD', resellerReference: null, contact: null },
      { id: ids[2], category: 'ADULT', resellerReference: null, contact: null },
    ])
    const ask = (query: string) => partner(product.url).graphql(query, { id: created.id })
    const { body } = await ask(`query ($id: ID!) { reservation(id: $id) { ${shown} } }`)
    expect(body.data.reservation.participants).toEqual(created.participants)
    const events = `query ($id: ID!) { events(first: 1, newestFirst: true, filter: { reservationId: $id }) {
      nodes { ... on ReservationEvent { reservation { participants { id: participantId } } } } } }`
    await eventually(
      async () => (await ask(events)).body.data.events.nodes,
      [{ reservation: { participants: ids.map((id: string) => ({ id })) } }],
    )
    expect(fieldsOf(await send('createReservation', visit({ participants: participants.slice(1) })))).toEqual([
      'participants',
    ])
  })

  it('decide the party of a modification, which a dry run only shows, and stay themselves when it changes without them', async () => {
    const { id, participants: before } = await run('createReservation', visit())
    const participants = [...before, { category: 'ADULT', contact: { firstName: 'Eva' } }].map(
      ({ contact, ...one }) => ({
        ...one,
        ...(contact ? { contact } : {}),
      }),
    )
    const preview = await modified({ id, participants, dryRun: true })
    expect(preview.changes.map(({ field }: Json) => field)).toEqual(['visitors.adults', 'participants'])
    const { changes, reservation } = await modified({ id, participants })
    expect(changes).toEqual(preview.changes)
    expect(changes[1].oldValue).toEqual(before.map(({ id, category }: Json) => ({ id, category })))
    expect(reservation).toMatchObject({ version: 2, visitors: { adults: 3, children: 1 } })
    expect(reservation.participants.slice(0, 3)).toEqual(before)
    expect(reservation.participants[3]).toMatchObject({ category: 'ADULT', contact: { firstName: 'Eva' } })
    const same: Json[] = reservation.participants.map((one: Json) => ({ id: one.id, category: one.category }))
    for (const people of [same, same.toReversed()]) {
      const unchanged = await modified({ id, participants: people })
      expect(unchanged).toMatchObject({
        changes: [],
        reservation: { version: 2, participants: reservation.participants },
      })
    }
    const noted = await modified({ id, participants: same.toReversed(), specialRequests: 'Shade' })
    expect(noted.changes.map(({ field }: Json) => field)).toEqual(['specialRequests'])
    expect(noted.reservation.participants).toEqual(reservation.participants)
    const fewer = await modified({ id, visitors: { adults: 1 } })
    expect(fewer.reservation.participants).toEqual([before[0], before[2]])
    expect(fieldsOf(await modify({ id, participants, visitors: { adults: 1 } }))).toEqual(['participants'])
    expect((await modify({ id, participants: [{ category: 'CHILD' }] })).body.errors[0].extensions.code).toBe(
      'INVALID_AGE_BREAKDOWN',
    )
    await operator(product.url).ask(
      'mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) { reservation { id } } }',
      { input: { id, participants: [{ category: 'ADULT', contact: { name: 'Luz' } }, { category: 'CHILD' }] } },
    )
    const [recorded] = (await changesOf(product.url, 'RESERVATION', id)).nodes
    expect(recorded.after.guestData).toEqual(['participants'])
    // Over REST the history has the change, too.
    const read = await partner(product.url).get(`/api/partner/reservations/${id}`)
    expect(read.body.data.modifications.history[0].changes[1]).toEqual(changes[1])
  })

  it('can be more when a hold is confirmed, which a reseller pays', async () => {
    const { id } = await run('createReservation', visit({ visitors: { adults: 1 }, guest: undefined, hold: true }))
    const confirmed = await run('confirmReservation', {
      id,
      guest: { name: 'Ana' },
      participants: [{ category: 'ADULT' }, { category: 'ADULT' }],
      paymentId: 'reseller-1',
      paymentMethod: 'reseller',
    })
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', visitors: { adults: 2 } })
    expect(fieldsOf(await send('confirmReservation', { id, participants: [{ category: 'ADULT' }] }))).toEqual([
      'participants',
    ])
    const { body } = await partner(product.url).get(`/api/partner/reservations/${id}`)
    expect(body.data.payment).toMatchObject({ id: 'reseller-1', method: 'reseller', balanceDue: 0 })
    expect((await modified({ id, visitors: { adults: 3 } })).reservation.visitors.adults).toBe(3)
    const due = (await partner(product.url).graphql(`{ reservation(id: "${id}") { balanceDueCents } }`)).body
    const paid = await partner(product.url).graphql(
      'mutation ($input: RecordPaymentInput!) { recordPayment(input: $input) { method reservation { balanceDueCents } } }',
      {
        input: { id, amountCents: due.data.reservation.balanceDueCents, method: 'RESELLER', paymentId: 'reseller-1:3' },
      },
    )
    expect(paid.body.data.recordPayment).toEqual({ method: 'reseller', reservation: { balanceDueCents: 0 } })
  })
})

describe('the guest', () => {
  it('has further members over GraphQL, which REST and webhooks do not show', async () => {
    const further = {
      firstName: 'Ana',
      lastName: 'Núñez',
      country: 'MX',
      postalCode: '77500',
      locales: ['es-MX'],
      notes: 'VIP',
    }
    const rest = partner(product.url)
    const target = await new Receiver().start()
    try {
      const { body } = await rest.post('/webhooks', { url: target.url, events: ['reservation.created'] })
      const { id, guest: created } = await run('createReservation', visit({ guest: { ...guest, ...further } }))
      expect(created).toMatchObject(further)
      expect((await rest.get(`/api/partner/reservations/${id}`)).body.data.guest).toEqual(guest)
      const [delivery] = await target.got(1, ({ body }) => body.data.id === id)
      expect(delivery?.body.data.guest).toEqual(guest)
      expect(await rest.send('DELETE', `/webhooks/${body.data.id}`)).toHaveStatus(204)
      const { changes, reservation } = await modified({ id, guest: { notes: null, locales: ['en'] } })
      expect(changes.map(({ field }: Json) => field)).toEqual(['guest.locales', 'guest.notes'])
      expect(reservation.guest).toMatchObject({ ...further, notes: null, locales: ['en'] })
    } finally {
      await target.stop()
    }
  })

  it('of a hold needs no e-mail address, and is checked all the same', async () => {
    const { email: _, ...known } = { ...guest, notes: 'Late' }
    expect((await run('createReservation', visit({ guest: known, hold: true }))).guest).toMatchObject({
      name: guest.name,
      email: '',
      notes: 'Late',
    })
    expect(fieldsOf(await send('createReservation', visit({ guest: known })))).toEqual(['guest.email'])
    const long = visit({ guest: { ...known, notes: 'x'.repeat(2_001) }, hold: true })
    expect(fieldsOf(await send('createReservation', long))).toEqual(['guest.notes'])
  })
})

describe('a guest who is not to be mailed', () => {
  const typesOf = ({ communications }: Json): string[] => communications.map(({ type }: Json) => type)

  it('is sent what a request asks for, and neither a reminder nor a request for a review', async () => {
    const { id, mailsGuest } = await run('createReservation', visit({ mailsGuest: false }))
    expect(mailsGuest).toBe(false)
    expect(typesOf(await run('confirmReservation', { id, confirmationEmail: true }))).toEqual(['CONFIRMATION_EMAIL'])
    const mailed = await modified({ id, mailsGuest: true })
    expect(mailed.changes).toEqual([{ field: 'mailsGuest', oldValue: false, newValue: true }])
    expect(typesOf(mailed.reservation)).toEqual(['CONFIRMATION_EMAIL', 'REMINDER_EMAIL'])
    expect(typesOf((await modified({ id, mailsGuest: false })).reservation)).toEqual(['CONFIRMATION_EMAIL'])
    expect(typesOf((await modified({ id, mailsGuest: null })).reservation)).toContain('REMINDER_EMAIL')
    const paid = await run('confirmReservation', { id, paymentId: 'p', mailsGuest: false })
    expect(typesOf(paid)).toEqual(['CONFIRMATION_EMAIL'])
    await run('checkInReservation', { id })
    const completed = await run('completeReservation', { id, requestReview: true, followUpEmail: true })
    expect(typesOf(completed)).toEqual(['CONFIRMATION_EMAIL', 'FOLLOW_UP_EMAIL'])
  })

  it('is not mailed about a closure', async () => {
    const closed = demoId('cenote', 'ik-kil')
    const { visitDate, ...others } = visit({ cenoteId: closed })
    const [silent, mailed] = [
      await run('createReservation', { visitDate, ...others, mailsGuest: false }),
      await run('createReservation', { visitDate, ...others }),
    ]
    const input = { cenoteId: closed, from: visitDate, to: visitDate, reason: 'weather', reservations: 'CANCEL' }
    await operator(product.url).ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
      input,
    })
    const read = async ({ id }: Json): Promise<Json> =>
      (await partner(product.url).graphql(`{ reservation(id: "${id}") { ${shown} } }`)).body.data.reservation
    await eventually(
      async () => (await Promise.all([silent, mailed].map(read))).map((one) => [one.status, typesOf(one)]),
      [
        ['CANCELLED', []],
        ['CANCELLED', ['CANCELLATION_EMAIL']],
      ],
    )
  })
})
