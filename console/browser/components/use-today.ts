import { useEffect, useState } from 'preact/hooks'
import { localDate } from './local-date.ts'

/** The present date in a time zone, also after midnight and after a sleep. */
export function useToday(timeZone: string | undefined): string {
  const today = localDate(new Date(), timeZone)
  // A changed state renders the component again.
  const [, setToday] = useState(today)
  useEffect(() => {
    const timer = setInterval(() => setToday(localDate(new Date(), timeZone)), 10_000)
    return () => clearInterval(timer)
  }, [timeZone])
  return today
}
