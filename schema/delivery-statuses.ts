/** States of a webhook delivery, as REST and the database write them. */
export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'dead'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
