import type { GateCenote } from './session.ts'

export const zoneOf = (cenotes: readonly GateCenote[], id: string): string | undefined =>
  (cenotes.find((one) => one.id === id) ?? cenotes[0])?.schedule.timezone
