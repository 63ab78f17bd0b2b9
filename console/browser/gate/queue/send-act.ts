import { GateCheckInDocument, GateConfirmDocument, GatePaymentDocument } from '../../generated/operations.ts'
import type { GateApi, GateResult } from '../api.ts'
import type { Act, DoneAct } from './act.ts'

/** Sends an act, each time as the same request under its own Idempotency-Key. */
export async function sendAct(act: Act, api: GateApi): Promise<GateResult<DoneAct>> {
  const { id, reservation, deed } = act
  const options = { idempotencyKey: id }
  switch (deed.kind) {
    case 'check_in': {
      const input = { id: reservation, requirePaid: deed.isUnpaid !== true, actualVisitors: deed.party }
      const result = await api.request(GateCheckInDocument, { input }, options)
      return 'failure' in result
        ? result
        : { data: { act, reservation: result.data.checkInReservation, ticketUrl: null } }
    }
    case 'payment': {
      const input = { id: reservation, amountCents: deed.amountCents, method: deed.method, paymentId: id }
      const result = await api.request(GatePaymentDocument, { input }, options)
      return 'failure' in result
        ? result
        : { data: { act, reservation: result.data.recordPayment.reservation, ticketUrl: null } }
    }
    case 'confirm': {
      const paymentMethod = deed.method.toLowerCase()
      const sent = { id: reservation, amountCents: deed.amountCents, paymentMethod, paymentId: id }
      // The mail goes to a guest whose address is known.
      const input = { ...sent, generateDocuments: true, confirmationEmail: true }
      const result = await api.request(GateConfirmDocument, { input }, options)
      if ('failure' in result) return result
      const { confirmReservation } = result.data
      return { data: { act, reservation: confirmReservation, ticketUrl: confirmReservation.qrCode.url } }
    }
  }
}
