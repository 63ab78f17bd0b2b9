import type { ComponentChildren } from 'preact'
import type { ReservationStatus, ServiceState, WebhookDeliveryStatus } from '../generated/operations.ts'
import { useText } from '../text/language.tsx'

/** The meaning of a state for its reader; a visit that ended without fault is neutral. */
type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>
}

const reservationTones: Record<ReservationStatus, Tone> = {
  PENDING: 'warn',
  CONFIRMED: 'good',
  IN_PROGRESS: 'info',
  COMPLETED: 'good',
  CANCELLED: 'neutral',
  NO_SHOW: 'neutral',
  REFUNDED: 'neutral',
}

export function StatusBadge({ status }: { status: ReservationStatus }) {
  const translate = useText()
  return <Badge tone={reservationTones[status]}>{translate(`status.${status}`)}</Badge>
}

const deliveryTones: Record<WebhookDeliveryStatus, Tone> = {
  PENDING: 'warn',
  SUCCEEDED: 'good',
  FAILED: 'warn',
  DEAD: 'bad',
}

export function DeliveryBadge({ status }: { status: WebhookDeliveryStatus }) {
  const translate = useText()
  return <Badge tone={deliveryTones[status]}>{translate(`delivery.${status}`)}</Badge>
}

const serviceTones: Record<ServiceState, Tone> = { OPERATIONAL: 'good', DEGRADED: 'warn', UNAVAILABLE: 'bad' }

export function ServiceBadge({ state }: { state: ServiceState }) {
  const translate = useText()
  return <Badge tone={serviceTones[state]}>{translate(`state.${state}`)}</Badge>
}
