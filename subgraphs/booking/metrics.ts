import { counter, durationBuckets, gauge, histogram } from '../../platform/process/metrics.ts'

export const reservationChanges = counter(
  'reservation_changes_total',
  'Reservations that were created or changed, by the status they have then.',
  ['environment', 'status'],
)
export const reservationRefusals = counter(
  'reservation_refusals_total',
  'Reservations that were refused, by code and reason; INSUFFICIENT_CAPACITY and fully_booked prevent overselling.',
  ['environment', 'code', 'reason'],
)
export const holdsPending = gauge('reservation_holds', 'Pending reservations, which hold places until they expire.', [
  'environment',
])
export const eventLagSeconds = histogram(
  'event_delivery_lag_seconds',
  'Time from an event to its delivery to subscribers of this process, or to the first attempt at a webhook.',
  [...durationBuckets, 5, 15, 60, 300],
  ['to'],
)
// Prometheus sees no increase of a series that begins with it, which may be the events of a whole outage.
for (const to of ['subscribers', 'webhooks']) eventLagSeconds.zero({ to })
export const eventOldestSeconds = gauge(
  'event_oldest_waiting_seconds',
  'How long the oldest event has waited to be passed on.',
  ['environment'],
)
export const productEvents = counter(
  'product_events_total',
  'Events of availability, products and prices that this process published.',
  ['environment', 'type'],
)
export const productEventDelaySeconds = histogram(
  'product_event_delay_seconds',
  'Time from a change of what is sold to the publication of its event.',
  [...durationBuckets, 5, 15, 60, 300],
  [],
)
productEventDelaySeconds.zero({})
export const webhookAttempts = counter('webhook_attempts_total', 'Attempts at webhook deliveries.', [
  'environment',
  'result',
])
export const webhookBacklog = gauge('webhook_deliveries_due', 'Webhook deliveries that are due and not made yet.', [
  'environment',
])
export const webhookOldestSeconds = gauge(
  'webhook_oldest_due_seconds',
  'How long the oldest due webhook delivery has been due.',
  ['environment'],
)
export const mailAttempts = counter('mail_attempts_total', 'Attempts at mails to guests, by their outcome.', [
  'environment',
  'outcome',
])
export const mailsQueued = gauge(
  'mails_queued',
  'Mails to guests that are due or wait for another attempt; reminders of later days are not counted.',
  ['environment'],
)
export const mailOldestDueSeconds = gauge('mail_oldest_due_seconds', 'How long the oldest due mail has been due.', [
  'environment',
])

/** Figures of the database are read at most this often, however many collect them. */
export const figuresMilliseconds = 10_000
