import { beforeAll, describe, expect, it } from '@jest/globals'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { demoId } from '../../platform/values/demo-id.ts'

const name = `"><img src=x onerror=alert(1)><script>alert(2)</script>'`
let product: SharedProduct
/** URLs in e-mails and responses for a guest, by page. */
let pages: Record<'checkout' | 'visit' | 'review', string>

beforeAll(async () => {
  product = await sharedTestProduct()
  const rest = partner(product.url)
  const { body } = await rest.post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name, email: 'ana@example.com', phone: '+52 998 123 4567' },
    specialRequests: name,
  })
  const { id, payment } = body.data
  for (const step of ['confirm', 'checkin']) await rest.post(`/api/partner/reservations/${id}/${step}`, {})
  const completed = await rest.post(`/api/partner/reservations/${id}/complete`, { feedback: { requestReview: true } })
  const { data } = (await rest.graphql(`{ reservation(id: "${id}") { visitUrl } }`)).body
  pages = {
    checkout: payment.instructions.creditCard.url,
    visit: data.reservation.visitUrl,
    review: completed.body.data.reviewRequest.link,
  }
})

const open = (address: string, init: RequestInit = {}): Promise<Response> =>
  fetch(address, { ...init, headers: { accept: 'text/html', ...init.headers } })

describe('a page of a guest', () => {
  it.each(['checkout', 'visit', 'review'] as const)('shows markup that was entered as text: %s', async (page) => {
    const response = await open(pages[page])
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).not.toMatch(/<img src=x|<script>/)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  it('shows what was entered into a refused form as text', async () => {
    const response = await open(pages.review, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ rating: '9', title: name, content: '</textarea><script>alert(3)</script>' }),
    })
    const text = await response.text()
    expect(response.status).toBe(422)
    expect(text).toContain('&lt;/textarea&gt;&lt;script&gt;')
    expect(text).not.toMatch(/<img src=x|<script>/)
  })

  it.each(['checkout', 'visit', 'review'] as const)(
    'reveals its address to no other site and to no cache: %s',
    async (page) => {
      const { headers } = await open(pages[page])
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('x-frame-options')).toBe('DENY')
    },
  )

  it.each(['checkout', 'review', 'visit'] as const)('takes no form of another site: %s', async (page) => {
    const address = page === 'visit' ? `${pages.visit}/cancel` : pages[page]
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const body = new URLSearchParams({ outcome: 'EXPIRE', rating: '5', content: 'Sent by another site.' })
      const { status } = await open(address, { method: 'POST', headers, body })
      expect([headers, status]).toEqual([headers, 403])
    }
  })

  it('opens by its whole token only', async () => {
    const token = new URL(pages.visit).pathname.split('/').at(-1) ?? ''
    // Below the limit of guesses from one address.
    const changed = [0, 10, 22, Math.floor(token.length / 2), token.length - 2].map((index) =>
      [token.slice(0, index), token[index] === 'A' ? 'B' : 'A', token.slice(index + 1)].join(''),
    )
    const statuses = await Promise.all(
      ['', token.slice(0, -1), `${token}A`, `${token}=`, ...changed].map(
        async (one) => (await open(`${product.url}/visits/${one}`, { headers: { 'x-api-key': keys.demo } })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([404]))
  })

  it('is in the language that its address names, else in that of the guest', async () => {
    for (const [address, language, state] of [
      [pages.visit, 'en', 'Completed'],
      [`${pages.visit}?lang=es`, 'es', 'Realizada'],
      [`${pages.checkout}&lang=es`, 'es', 'Realizada'],
      [`${pages.visit}?lang=xx`, 'en', 'Completed'],
    ] as const) {
      const text = await (await open(address, { headers: { 'accept-language': 'es' } })).text()
      expect(text).toContain(`<html lang="${language}">`)
      expect(text).toContain(state)
    }
  })

  it('has nothing for developers, also when there is no such page', async () => {
    for (const address of [pages.visit, pages.checkout, pages.review, `${product.url}/visits/unknown`]) {
      const text = await (await open(address)).text()
      expect(text).not.toMatch(/href="\/(docs|graphiql)?"/)
    }
  })

  /** The checkout and the page of a visit that is more than a week ahead. */
  async function addressesOf(terms: Json, apiKey: string): Promise<{ id: string; checkout: string; visit: string }> {
    const rest = partner(product.url, apiKey)
    const date = new Date(`${nextSaturday()}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + 7)
    const { body } = await rest.post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: date.toISOString().slice(0, 10),
      visitTime: '11:00',
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
      ...terms,
    })
    const { id, payment } = body.data
    const { data } = (await rest.graphql(`{ reservation(id: "${id}") { visitUrl } }`)).body
    return { id, checkout: payment.instructions.creditCard.url, visit: data.reservation.visitUrl }
  }
  const amountsAt = async (address: string): Promise<string[]> =>
    (await (await open(address)).text()).match(/\$[\d,.]+ (?:MXN|USD)/g) ?? []

  it('shows no amount when prices are hidden, but what is paid on it', async () => {
    const hidden = { hidePrice: true, guestMay: { cancel: true, change: true } }
    const { id, checkout, visit } = await addressesOf(hidden, keys.demo)
    // Once as what is to be paid, once on the button.
    expect(await amountsAt(checkout)).toHaveLength(2)
    expect(await amountsAt((await addressesOf(hidden, keys.live)).checkout)).toEqual([])
    const rest = partner(product.url)
    expect(await amountsAt(visit)).toEqual([])
    expect(
      await rest.post(`/api/partner/reservations/${id}/confirm`, { paymentId: id, generateDocuments: true }),
    ).toHaveStatus(200)
    for (const address of [checkout, visit, `${visit}/cancel`, `${visit}/change`, `${visit}/visit.ics`])
      expect([address, await amountsAt(address)]).toEqual([address, []])
    expect(await (await open(`${visit}/cancel`)).text()).toContain('All that was paid')
    expect(await rest.post(`/api/partner/reservations/${id}/cancel`, { reason: 'weather' })).toHaveStatus(200)
    for (const address of [checkout, visit]) expect([address, await amountsAt(address)]).toEqual([address, []])
  })

  it('says that nothing was paid only while that is so', async () => {
    const { id, visit } = await addressesOf({}, keys.demo)
    expect(await (await open(visit)).text()).toContain('Nothing was paid yet')
    const paid = await partner(product.url).post(`/api/partner/reservations/${id}/payments`, {
      amount: 1,
      method: 'cash',
    })
    expect(paid).toHaveStatus(201)
    const text = await (await open(visit)).text()
    expect(text).not.toContain('Nothing was paid yet')
    expect(text).toContain('is paid back in full')
  })

  it('has a calendar file, whose texts add no lines of their own', async () => {
    const response = await open(`${pages.visit}/visit.ics`)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const lines = (await response.text()).split('\r\n')
    expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual(
      ['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'VEVENT', 'VALARM'].map((name) => `BEGIN:${name}`),
    )
    expect(lines).toContain('STATUS:CONFIRMED')
  })
})
