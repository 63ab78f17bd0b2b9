import { describe, expect, it } from '@jest/globals'
import { calendarFile, type CalendarVisit } from './calendar-file.ts'

const visit = (differing: Partial<CalendarVisit> = {}): CalendarVisit => ({
  uid: 'CEN-ABC123@partners.example.com',
  sequence: 2,
  status: 'CONFIRMED',
  writtenAt: new Date('2026-11-20T10:00:00.123Z'),
  visitDate: '2026-11-28',
  visitTime: '10:00',
  timezone: 'America/Cancun',
  durationMinutes: 120,
  title: 'Gran Cenote',
  description: 'Traiga traje de baño.',
  address: 'Carretera Tulum-Cobá km 3.5, Tulum',
  latitude: 20.2464,
  longitude: -87.4642,
  pageUrl: 'https://partners.example.com/visits/token',
  ...differing,
})
const linesOf = (differing: Partial<CalendarVisit> = {}): string[] => calendarFile(visit(differing)).split('\r\n')
const between = (lines: readonly string[], name: string): string[] =>
  lines.slice(lines.indexOf(`BEGIN:${name}`), lines.indexOf(`END:${name}`) + 1)

describe('a calendar file', () => {
  it('has start and end in the time zone of the visit, which it describes', () => {
    const lines = linesOf()
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:CEN-ABC123@partners.example.com',
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
    const text = calendarFile(visit({ timezone: 'America/Tijuana', visitDate: '2026-07-01' }))
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
    const zone = between(linesOf({ timezone: 'Africa/Juba', visitDate: '2020-12-01' }), 'VTIMEZONE')
    expect(zone.filter((line) => /^(DTSTART|TZOFFSETTO)/.test(line))).toEqual([
      ...['DTSTART:19700101T000000', 'TZOFFSETTO:+0300'],
      ...['DTSTART:20210201T000000', 'TZOFFSETTO:+0200'],
    ])
  })

  it('ends on the next day when the visit does', () => {
    expect(linesOf({ visitTime: '22:30', durationMinutes: 180 })).toContain('DTEND;TZID=America/Cancun:20261129T013000')
  })

  it('is safe from what a text contains, in lines of at most 75 bytes that cut no character', () => {
    const description = `${'Año; más, \\ más'.repeat(10)}\nBEGIN:VALARM 🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿🤿`
    const lines = linesOf({ description })
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith('BEGIN:VALARM'))).toBe(false)
    const unfolded = lines.join('\r\n').replaceAll('\r\n ', '')
    const [, written = ''] = /DESCRIPTION:(.*)\r\n/.exec(unfolded) ?? []
    expect(written.replaceAll('\\n', '\n').replace(/\\([\\;,])/g, '$1')).toBe(description)
  })
})
