import type { ReservationStatus } from '../generated/operations.ts'
import { useText } from '../text/language.tsx'

export function StatusBadge({ status }: { status: ReservationStatus }) {
  const translate = useText()
  return <span class={`badge ${status.toLowerCase()}`}>{translate(`status.${status}`)}</span>
}
