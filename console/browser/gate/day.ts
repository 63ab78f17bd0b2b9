import type { GateCenote } from './session.ts'

export const zoneOf = (cenotes: readonly GateCenote[], id: string): string | undefined =>
  (cenotes.find((one) => one.id === id) ?? cenotes[0])?.schedule.timezone

/** An instant as a clock on the wall shows it. */
export const clockTime = (at: number | string): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
