import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { startIn } from '../testkit/moves.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const path = '/api/partner/reservations'
let product: SharedProduct
beforeAll(async () => void (product = await sharedTestProduct()))

const fields = `bookingReference status language preparations partnerName pictureUrl durationMinutes contact hidePrice tickets visitUrl
  returnUrl cancelUrl calendarFile totalCents guestMay { cancel change } visitTime visitTimes { visitTime isCurrent }
  cancellationQuote { refund { amountCents } } pricing { taxesCents totalCents breakdown { name totalCents } }`

/** A visit by the token of its page; its errors when there are any. */
async function visitOf(token: string, language?: 'EN' | 'ES'): Promise<Json> {
  const query = `query ($token: String!, $language: TextLanguage) {
    guestVisit(token: $token, language: $language) { ${fields} } }`
  const { body } = await partner(product.url, null).graphql(query, { token, language })
  return body.data?.guestVisit ?? body.errors[0]
}

const tokenIn = ({ visitUrl }: Json): string => visitUrl.split('/').at(-1)

/** A confirmed visit of two adults in eight to fourteen days. */
async function confirmed(terms: Json = {}): Promise<Json> {
  const date = new Date(`${nextSaturday()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 7)
  const made = await partner(product.url).post(path, {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: date.toISOString().slice(0, 10),
    visitors: { adults: 2, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...terms,
  })
  expect(made).toHaveStatus(201)
  const { id } = made.body.data
  await partner(product.url).post(`${path}/${id}/confirm`, { paymentId: id, generateDocuments: true })
  return read(id)
}

async function read(id: string): Promise<Json> {
  const { body } = await partner(product.url).graphql(
    `query ($id: ID!) { reservation(id: $id) { id version status bookingReference visitTime visitUrl qrCode { url }
      visitors { adults } pricing { totalCents } statusHistory { status by { type } } communications { type }
      modifications { history { by { type } changes { field } } } } }`,
    { id },
  )
  return body.data.reservation
}

/** The visit after a guest's mutation; the code and details of the error when there is one. */
async function act(name: string, input: Json): Promise<Json> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  const { body } = await partner(product.url, null).graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { status visitTime refundCents } }`,
    { input },
  )
  return body.data?.[name] ?? body.errors[0].extensions
}

describe('the page of a visit', () => {
  it('shows who sold it, how long it takes and what it costs line by line; by default guests may do nothing', async () => {
    const reservation = await confirmed()
    const visit = await visitOf(tokenIn(reservation))
    expect(visit).toMatchObject({
      bookingReference: reservation.bookingReference,
      status: 'CONFIRMED',
      partnerName: 'Demo Travel',
      durationMinutes: 120,
      hidePrice: false,
      tickets: 'PARTY',
      visitUrl: reservation.visitUrl,
      returnUrl: null,
      cancelUrl: null,
      guestMay: { cancel: false, change: false },
      cancellationQuote: null,
      visitTimes: [],
      pricing: { totalCents: reservation.pricing.totalCents },
    })
    expect(visit.contact).not.toEqual([])
    expect(visit.calendarFile.split('\r\n')).toEqual(
      expect.arrayContaining([`UID:${reservation.id}`, `SEQUENCE:${reservation.version}`, 'STATUS:CONFIRMED']),
    )
  })

  it('has its texts in the requested language', async () => {
    const { visitUrl } = await confirmed()
    const preparations = async (language?: 'EN' | 'ES') => (await visitOf(tokenIn({ visitUrl }), language)).preparations
    expect(await preparations('ES')).not.toEqual(await preparations('EN'))
    expect(await preparations()).toEqual(await preparations('EN'))
  })
})

describe('a guest who may', () => {
  const terms = { guestMay: { cancel: true, change: true } }

  it('cancels at the refund that was shown, once however often it is sent', async () => {
    const reservation = await confirmed(terms)
    const token = tokenIn(reservation)
    const { amountCents: refundCents } = (await visitOf(token)).cancellationQuote.refund
    expect(refundCents).toBe(reservation.pricing.totalCents)
    expect(await act('cancelVisit', { token, refundCents: refundCents - 1 })).toMatchObject({
      code: 'AMOUNT_CHANGED',
      details: { shownCents: refundCents - 1, presentCents: refundCents },
    })
    const cancelled = { status: 'CANCELLED', refundCents }
    expect(await Promise.all([1, 2, 3].map(() => act('cancelVisit', { token, refundCents })))).toMatchObject([
      cancelled,
      cancelled,
      cancelled,
    ])
    const { version, statusHistory, communications } = await read(reservation.id)
    expect(version).toBe(reservation.version + 1)
    expect(statusHistory.at(-1)).toEqual({ status: 'CANCELLED', by: { type: 'GUEST' } })
    expect(communications.filter(({ type }: Json) => type === 'CANCELLATION_EMAIL')).toHaveLength(1)
    expect(await visitOf(token)).toMatchObject({ guestMay: { cancel: false, change: false }, cancellationQuote: null })
  })

  it('moves to another hour of the day at the price that was shown, while the partner changes the party', async () => {
    const { id, visitUrl, visitTime, pricing } = await confirmed(terms)
    const token = tokenIn({ visitUrl })
    const { visitTimes } = await visitOf(token)
    expect(visitTimes.filter(({ isCurrent }: Json) => isCurrent)).toMatchObject([{ visitTime }])
    const other = visitTimes.find(({ isCurrent }: Json) => !isCurrent).visitTime
    const totalCents = pricing.totalCents
    expect(await act('changeVisit', { token, visitTime: other, totalCents: 1 })).toMatchObject({
      code: 'AMOUNT_CHANGED',
      details: { shownCents: 1, presentCents: totalCents },
    })
    const [moved, patched] = await Promise.all([
      act('changeVisit', { token, visitTime: other, totalCents }),
      partner(product.url).send('PATCH', `${path}/${id}`, { visitors: { adults: 1 } }),
    ])
    expect(patched).toHaveStatus(200)
    const after = await read(id)
    // The second of the two sees the change of the first: the guest another price than the one that was shown.
    expect(after.visitors.adults).toBe(1)
    expect(after.visitTime).toBe(moved.code === 'AMOUNT_CHANGED' ? visitTime : other)
    if (moved.code === 'AMOUNT_CHANGED')
      await act('changeVisit', { token, visitTime: other, totalCents: after.pricing.totalCents })
    const { history } = (await read(id)).modifications
    expect(history).toContainEqual({ by: { type: 'GUEST' }, changes: [{ field: 'visitTime' }] })
  })

  it('may no longer when the partner has decided otherwise meanwhile', async () => {
    const { id, visitUrl, visitTime, pricing } = await confirmed(terms)
    const token = tokenIn({ visitUrl })
    await partner(product.url).send('PATCH', `${path}/${id}`, { guestMay: null })
    expect(await act('cancelVisit', { token, refundCents: pricing.totalCents })).toMatchObject({
      code: 'CANCELLATION_NOT_ALLOWED',
      details: { reason: 'not_for_guests' },
    })
    expect(await act('changeVisit', { token, visitTime, totalCents: pricing.totalCents })).toMatchObject({
      code: 'MODIFICATION_NOT_ALLOWED',
      details: { reason: 'not_for_guests' },
    })
    expect((await read(id)).status).toBe('CONFIRMED')
  })
})

it('a guest has the ticket sent again five times a day, also when it was not sent before', async () => {
  const { id, visitUrl } = await confirmed()
  const token = tokenIn({ visitUrl })
  for (let time = 1; time <= 5; time += 1)
    expect(await act('resendVisitTicket', { token })).toMatchObject({ status: 'CONFIRMED' })
  expect(await act('resendVisitTicket', { token })).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { limit: 5 },
  })
  expect((await read(id)).communications).toEqual([{ type: 'CONFIRMATION_EMAIL' }])
})

it('the links of a guest end 30 days after the visit, wherever that was when they were made', async () => {
  const { id, visitUrl, qrCode } = await confirmed()
  const statuses = async () => {
    const { extensions, bookingReference } = await visitOf(tokenIn({ visitUrl }))
    const picture = await partner(product.url, null).get(qrCode.url, { Accept: 'image/png' })
    return [extensions?.code ?? typeof bookingReference, picture.status]
  }
  await startIn(product, id, -31 * 24)
  expect(await statuses()).toEqual(['NOT_FOUND', 404])
  await startIn(product, id, -29 * 24)
  expect(await statuses()).toEqual(['string', 200])
  await startIn(product, id, 400 * 24)
  expect(await statuses()).toEqual(['string', 200])
})
