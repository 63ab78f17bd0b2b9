import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { systemAuthor } from '../../../../../platform/trust/author.ts'
import { reportedReservation } from '../../../../../tests/testkit/reported-reservation.ts'
import type { DeliveryContent, ProductChange, ReportedEvent } from '../due-delivery.ts'
import { bodyOf } from './payload.ts'
import type { Delivery } from '../webhook.ts'

const webhookId = randomUUID()
const at = new Date('2030-01-05T15:00:00Z')
const report = { id: randomUUID(), occurredAt: at, traceparent: null }

const bodyWith = (type: Delivery['type'], event: ReportedEvent | null): unknown => {
  const content: DeliveryContent = { webhookId, format: 'octo', type, createdAt: at, event }
  return JSON.parse(bodyOf(content, 'sandbox'))
}

const bodyOfChange = (type: Delivery['type'], change: Partial<ProductChange>): unknown =>
  bodyWith(type, {
    ...report,
    change: { productType: 'tour', productId: 'p', dateFrom: null, dateTo: null, changed: null, ...change },
  })

describe('a body of OCTO', () => {
  it('names a booking by its external id, or else by its id', () => {
    const reservation = reportedReservation(randomUUID())
    const uuidOf = (externalId: string | null) =>
      bodyWith('reservation.cancelled', {
        ...{ ...report, author: systemAuthor, reviewRequestSent: false },
        reservation: { ...reservation, externalId },
      })
    expect(uuidOf(null)).toEqual({ notificationType: 'BOOKING_UPDATE', data: { uuid: reservation.id } })
    expect(uuidOf('e')).toEqual({ notificationType: 'BOOKING_UPDATE', data: { uuid: 'e' } })
  })

  it('names the product whose facts or prices changed, or null for all', () => {
    const updated = { notificationType: 'PRODUCT_UPDATE', data: { productId: 'p' } }
    expect(bodyOfChange('product.updated', { changed: ['images'] })).toEqual(updated)
    expect(bodyOfChange('pricing.updated', {})).toEqual(updated)
    expect(bodyOfChange('pricing.updated', { productType: null, productId: null })).toEqual({
      notificationType: 'PRODUCT_UPDATE',
      data: { productId: null },
    })
  })

  it('names the days whose availability changed', () => {
    expect(bodyOfChange('availability.updated', { dateFrom: '2030-01-05', dateTo: '2030-01-06' })).toEqual({
      notificationType: 'AVAILABILITY_UPDATE',
      data: { productId: 'p', localDateStart: '2030-01-05', localDateEnd: '2030-01-06' },
    })
  })

  it('of a ping has the same form', () => {
    expect(bodyWith('webhook.ping', null)).toEqual({ notificationType: 'PING', data: { webhookId } })
  })
})
