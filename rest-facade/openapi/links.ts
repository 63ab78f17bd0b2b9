import type { Document } from './model.ts'

const toReservation = [
  'readReservation',
  'modifyReservation',
  'confirmReservation',
  'cancelReservation',
  'quoteCancellation',
  'extendReservation',
  'readReservationQrCode',
]
const toWebhook = [
  'readWebhook',
  'updateWebhook',
  'pingWebhook',
  'rotateWebhookSecret',
  'listWebhookDeliveries',
  'replayWebhook',
]

/** Operations that take the id of these operations' responses. */
const targets: Readonly<Record<string, readonly string[]>> = {
  createReservation: toReservation,
  confirmReservation: ['checkInReservation', 'markReservationNoShow', 'cancelReservation'],
  checkInReservation: ['completeReservation'],
  cancelReservation: ['refundReservation'],
  createWebhook: [...toWebhook, 'deleteWebhook'],
}

/** Links a successful response to the operations on the created resource. */
export function addLinks(paths: Document['paths']): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const success = Object.entries(operation.responses).find(([status]) => /^20[01]$/.test(status))?.[1]
    const operations = targets[operation.operationId]
    if (!success || !('description' in success) || !operations) continue
    success.links = Object.fromEntries(
      operations.map((operationId) => [operationId, { operationId, parameters: { id: '$response.body#/data/id' } }]),
    )
  }
}
