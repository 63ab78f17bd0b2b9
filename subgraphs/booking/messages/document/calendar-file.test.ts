import { describe, expect, it } from '@jest/globals'
import { calendarFile, type CalendarVisit } from './calendar-file.ts'

const visit = (differing: Partial<CalendarVisit> = {}): CalendarVisit => ({
  uid: 'b9b0b0a4-0000-4000-8000-000000000001',
  sequence: 2,
  status: 'CONFIRMED',
  writtenAt: new Date('2026-11-20T10:00:00.123Z'),
  startsAt: new Date('2026-11-28T15:00:00Z'),
  endsAt: new Date('2026-11-28T17:00:00Z'),
  timezone: 'America/Cancun',
  title: 'Gran Cenote',
  description: 'Traiga traje de baño.',
  place: 'Carretera Tulum-Cobá km 3.5, Tulum',
  coordinates: { latitude: 20.2464, longitude: -87.4642 },
  pageUrl: 'https://partners.example.com/visits/token',
  ...differing,
})
const day = (date: string): Pick<CalendarVisit, 'startsAt' | 'endsAt'> => ({
  startsAt: new Date(`${date}T15:00:00Z`),
  endsAt: new Date(`${date}T17:00:00Z`),
})
const linesOf = (differing: Partial<CalendarVisit> = {}): string[] => calendarFile(visit(differing)).split('\r\n')
const between = (lines: readonly string[], name: string): string[] =>
  lines.slice(lines.indexOf(`BEGIN:${name}`), lines.indexOf(`END:${name}`) + 1)

describe('a calendar file', () => {
  it('has start and end in the time zone of the visit, which it describes', () => {
    const lines = linesOf()
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:b9b0b0a4-0000-4000-8000-000000000001',
        'SEQUENCE:2',
        'STATUS:CONFIRMED',
        'DTSTAMP:20261120T100000Z',
        'DTSTART;TZID=America/Cancun:20261128T100000',
        'DTEND;TZID=America/Cancun:20261128T120000',
        'LOCATION:Carretera Tulum-Cobá km 3.5\\, Tulum',
        'GEO:20.2464;-87.4642',
      ]),
    )
    expect(between(lines, 'VTIMEZONE')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:America/Cancun',
      ...['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0500', 'END:STANDARD'],
      'END:VTIMEZONE',
    ])
  })

  it('names the changes of the clocks, at the time that they showed before', () => {
    const text = calendarFile(visit({ timezone: 'America/Tijuana', ...day('2026-07-01') }))
    expect(text).toContain(
      ['BEGIN:DAYLIGHT', 'DTSTART:20260308T020000', 'TZOFFSETFROM:-0800', 'TZOFFSETTO:-0700', 'END:DAYLIGHT'].join(
        '\r\n',
      ),
    )
    expect(text).toContain(
      ['BEGIN:STANDARD', 'DTSTART:20261101T020000', 'TZOFFSETFROM:-0700', 'TZOFFSETTO:-0800', 'END:STANDARD'].join(
        '\r\n',
      ),
    )
  })

  it('names the offset of the visit when the clocks are changed for the first time after it', () => {
    const zone = between(linesOf({ timezone: 'Africa/Juba', ...day('2020-12-01') }), 'VTIMEZONE')
    expect(zone.filter((line) => /^(DTSTART|TZOFFSETTO)/.test(line))).toEqual([
      ...['DTSTART:19700101T000000', 'TZOFFSETTO:+0300'],
      ...['DTSTART:20210201T000000', 'TZOFFSETTO:+0200'],
    ])
  })

  it('ends on the next day when the visit does', () => {
    expect(linesOf({ endsAt: new Date('2026-11-29T06:30:00Z') })).toContain('DTEND;TZID=America/Cancun:20261129T013000')
  })

  it('reminds two hours before the start, unless the visit is cancelled', () => {
    expect(between(linesOf(), 'VALARM')).toContain('TRIGGER:-PT2H')
    expect(linesOf({ status: 'CANCELLED' })).not.toContain('BEGIN:VALARM')
  })

  it('has no position where none is known', () => {
    expect(linesOf({ coordinates: null }).join()).not.toContain('GEO:')
  })

  it('is safe from what a text contains, in lines of at most 75 bytes that cut no character', () => {
    const description = `${'Año; más, \\ más'.repeat(10)}\nBEGIN:VTODO 🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿`
    const lines = linesOf({ description })
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith('BEGIN:VTODO'))).toBe(false)
    const unfolded = lines.join('\r\n').replaceAll('\r\n ', '')
    const [, written = ''] = /DESCRIPTION:(.*)\r\n/.exec(unfolded) ?? []
    expect(written.replaceAll('\\n', '\n').replace(/\\([\\;,])/g, '$1')).toBe(description)
  })
})
