import { beforeAll, describe, expect, it } from '@jest/globals'
import { keys, nextSaturday, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'
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

  it.each(['checkout', 'review'] as const)('takes no form of another site: %s', async (page) => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const body = new URLSearchParams({ outcome: 'EXPIRE', rating: '5', content: 'Sent by another site.' })
      const { status } = await open(pages[page], { method: 'POST', headers, body })
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
})
