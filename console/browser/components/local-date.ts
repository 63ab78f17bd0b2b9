/** The date at an instant where the cenotes are; where the browser is without a time zone. */
export function localDate(at: Date, timeZone: string | undefined): string {
  const { year, month, day } = partsOf(at, timeZone)
  return `${year}-${month}-${day}`
}

/** The instant at which the day of another one began there. */
export function startOfDay(at: Date, timeZone: string | undefined): Date {
  const { hour, minute, second } = partsOf(at, timeZone)
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  return new Date(at.getTime() - seconds * 1_000 - at.getMilliseconds())
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
    second: '2-digit',
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** A calendar date some days later; the text itself when it is no date. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return date
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
