const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
export const weekdayOf = (date: string): string => weekdays[new Date(date).getUTCDay()] ?? ''
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Writes an instant as `YYYY-MM-DD HH:MM` in a time zone. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timezone, clock)
  }
  return clock
}

/** `YYYY-MM-DD HH:MM` in a time zone. */
export const localNow = (timezone: string): string => clockOf(timezone).format(new Date())

const midnights = new Map<string, number>()
/** Milliseconds since 1970 at which a date begins in a time zone whose clocks are not changed that day. */
export function midnightOf(date: string, timezone: string): number {
  const key = `${date} ${timezone}`
  let midnight = midnights.get(key)
  if (midnight === undefined) {
    const utc = Date.parse(date)
    midnight = 2 * utc - Date.parse(`${clockOf(timezone).format(utc).replace(' ', 'T')}:00Z`)
    midnights.set(key, midnight)
  }
  return midnight
}

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function slotTimes(open: string, close: string): string[] {
  const times: string[] = []
  for (let start = minutesOf(open); start + 60 <= minutesOf(close); start += 60) {
    times.push(`${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`)
  }
  return times
}
