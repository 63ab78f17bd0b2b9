/** The date of an instant in a time zone; without one, that of the browser. */
export function localDate(at: Date, timeZone: string | undefined): string {
  const { year, month, day } = partsOf(at, timeZone)
  return `${year}-${month}-${day}`
}

/** The day and minute of an instant in a time zone. */
export function localNow(timeZone: string | undefined, at = new Date()): { date: string; time: string } {
  const { year, month, day, hour, minute } = partsOf(at, timeZone)
  return { date: `${year}-${month}-${day}`, time: `${hour}:${minute}` }
}

function partsOf(at: Date, timeZone: string | undefined): Record<string, string> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** A calendar date some days later; the text unchanged when it is not a date. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return date
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
