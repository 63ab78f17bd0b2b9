/** An instant as the value of a `datetime-local` field; empty for anything else. */
export function localInstant(instant: string): string {
  const at = new Date(instant)
  if (instant === '' || Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A local time as an instant in UTC; null while it is incomplete. */
export function typedInstant(typed: string): string | null {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
