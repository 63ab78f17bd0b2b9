import type { DeliveryContent } from '../due-delivery.ts'
import { pingType } from '../webhook.ts'

/** A notification as OCTO writes it: its type, and what the receiver should read again. */
export interface OctoNotification {
  readonly notificationType: 'BOOKING_UPDATE' | 'PRODUCT_UPDATE' | 'AVAILABILITY_UPDATE' | 'PING'
  readonly data: Readonly<Record<string, string | null>>
}

/** The notification of a delivery. OCTO knows no pings: theirs has a type of its own in the same form. */
export function octoNotification({ type, webhookId, event }: DeliveryContent): OctoNotification {
  if (type === pingType) return { notificationType: 'PING', data: { webhookId } }
  if (event === null) throw new Error('The event of a delivery is not stored any more')
  if (event.reservation) {
    const { id, externalId } = event.reservation
    return { notificationType: 'BOOKING_UPDATE', data: { uuid: externalId ?? id } }
  }
  const { productId, dateFrom, dateTo } = event.change
  if (type !== 'availability.updated') return { notificationType: 'PRODUCT_UPDATE', data: { productId } }
  return {
    notificationType: 'AVAILABILITY_UPDATE',
    data: { productId, localDateStart: dateFrom, localDateEnd: dateTo },
  }
}
