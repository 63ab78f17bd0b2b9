import { Temporal } from 'temporal-polyfill'

/** A visit as an entry of a calendar. */
export interface CalendarVisit {
  /** The same for every version of the entry. */
  readonly uid: string
  /** Grows with each change of the visit, so that calendars replace the entry. */
  readonly sequence: number
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** When this version was written. */
  readonly writtenAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timezone: string
  readonly title: string
  readonly description: string
  readonly place: string
  /** Null when they are not known. */
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null
  /** The page of the visit. */
  readonly pageUrl: string
}

/** An iCalendar file (RFC 5545) with one visit. Libraries that write time zones need a later Node than ours. */
export function calendarFile(visit: CalendarVisit): string {
  const { timezone, title, description, place, coordinates } = visit
  const [start, end] = [zoned(visit.startsAt, timezone), zoned(visit.endsAt, timezone)]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cenote Partner Platform//Visits//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...timezoneLines(start, end),
    'BEGIN:VEVENT',
    `UID:${visit.uid}`,
    `DTSTAMP:${visit.writtenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `SEQUENCE:${visit.sequence}`,
    `STATUS:${visit.status}`,
    `DTSTART;TZID=${timezone}:${localText(start)}`,
    `DTEND;TZID=${timezone}:${localText(end)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    ...(coordinates ? [`GEO:${coordinates.latitude};${coordinates.longitude}`] : []),
    `DESCRIPTION:${escaped(description)}`,
    `URL:${visit.pageUrl}`,
    ...(visit.status === 'CANCELLED' ? [] : alarmLines(title)),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const zoned = (instant: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)

/** Two hours before the start: in time to leave from most hotels of the region. */
const alarmLines = (title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  'TRIGGER:-PT2H',
  'END:VALARM',
]

/** The time zone with the changes of its clocks around the visit; what happens in other years is of no use to it. */
function timezoneLines(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): string[] {
  const [from, to] = [start.subtract({ years: 1 }), end.add({ years: 1 })]
  const changes: Temporal.ZonedDateTime[] = []
  for (let change = from.getTimeZoneTransition('next'); change; change = change.getTimeZoneTransition('next')) {
    if (Temporal.ZonedDateTime.compare(change, to) > 0) break
    changes.push(change)
  }
  const constant = observance('STANDARD', '19700101T000000', from.offset, from.offset)
  const observances = changes.map((change) => {
    const before = change.subtract({ nanoseconds: 1 })
    const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
    // An observance begins at the time that the clocks showed before they were changed.
    const onset = before.add({ nanoseconds: 1 }).toInstant().toZonedDateTimeISO(before.offset)
    return observance(kind, localText(onset), before.offset, change.offset)
  })
  const [first] = changes
  const isCovered = first !== undefined && Temporal.ZonedDateTime.compare(first, start) <= 0
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${start.timeZoneId}`,
    ...(isCovered ? [] : constant),
    ...observances.flat(),
    'END:VTIMEZONE',
  ]
}

const observance = (kind: 'STANDARD' | 'DAYLIGHT', onset: string, from: string, to: string): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${onset}`,
  `TZOFFSETFROM:${from.replace(':', '')}`,
  `TZOFFSETTO:${to.replace(':', '')}`,
  `END:${kind}`,
]

const localText = (instant: Temporal.ZonedDateTime): string =>
  instant.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n|\r/g, '\\n')

const maxLineBytes = 75

/** A line in parts of at most 75 bytes, none of which cuts a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const added = Buffer.byteLength(character)
    if (bytes + added > maxLineBytes) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += added
  }
  return [...parts, part].join('\r\n')
}
