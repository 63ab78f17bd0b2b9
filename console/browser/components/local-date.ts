/** The date where the browser is, which is taken for the cenotes' own. */
export function localDate(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** A calendar date some days later; the text itself when it is no date. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return date
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
