import { apiKey } from '../installation.ts'

/** Ids that the measured operations use. */
export interface Inventory {
  readonly cenoteId: string
  readonly tourId: string
  readonly reservationId: string
  /** Tokens of signed files. */
  readonly ticketToken: string
  readonly qrToken: string
  readonly webhookId: string
  /** YYYY-MM-DD, a month ahead. */
  readonly date: string
}

export const reservationCount = 20

type Body = { data: Record<string, unknown> }

/** Creates confirmed reservations with documents, and a webhook. */
export async function prepareInventory(url: string): Promise<Inventory> {
  const send = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const result = (await response.json()) as Body
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`)
    return result
  }
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const cenotes = (await send('GET', '/api/partner/cenotes?search=gran%20cenote')).data as unknown as { id: string }[]
  const tours = (await send('GET', '/booking/tours?perPage=1')).data as unknown as { id: string }[]
  const cenoteId = cenotes[0]?.id ?? ''
  let reservationId = ''
  let qrUrl = ''
  let ticketUrl = ''
  for (let index = 0; index < reservationCount; index += 1) {
    const { data } = await send('POST', '/api/partner/reservations', {
      cenoteId,
      visitDate: date,
      visitors: { adults: 1, children: 0 },
      guest: { name: `Guest ${index}`, email: `guest${index}@example.com`, phone: '+52 998 123 4567' },
    })
    reservationId = String(data.id)
    qrUrl = (data.qrCode as { url: string }).url
    const confirmed = await send('POST', `/api/partner/reservations/${reservationId}/confirm`, {
      paymentId: `pay_${index}`,
      generateDocuments: true,
    })
    ticketUrl = (confirmed.data.documents as { ticket: string }).ticket
  }
  const webhook = await send('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['reservation.refunded'],
  })
  return {
    cenoteId,
    tourId: tours[0]?.id ?? '',
    reservationId,
    ticketToken: ticketUrl.split('/').at(-1) ?? '',
    qrToken: new URL(qrUrl).searchParams.get('token') ?? '',
    webhookId: String(webhook.data.id),
    date,
  }
}
