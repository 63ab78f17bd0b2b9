const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
export const weekdayOf = (date: string): string => weekdays[new Date(date).getUTCDay()] ?? ''
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()
/** `YYYY-MM-DD HH:MM` in a time zone. */
export function localNow(timezone: string): string {
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timezone, clock)
  }
  return clock.format(new Date())
}

export function slotTimes(open: string, close: string): string[] {
  const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const times: string[] = []
  for (let start = minutes(open); start + 60 <= minutes(close); start += 60) {
    times.push(`${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`)
  }
  return times
}
