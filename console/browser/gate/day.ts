import type { GateCenote } from './session.ts'

/** The day and minute of an instant where a cenote is. */
export function localNow(timezone: string | undefined, at = new Date()): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return { date: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
}

export const zoneOf = (cenotes: readonly GateCenote[], id: string): string | undefined =>
  (cenotes.find((one) => one.id === id) ?? cenotes[0])?.schedule.timezone

/** An instant as a clock on the wall shows it. */
export const clockTime = (at: number | string): string =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
