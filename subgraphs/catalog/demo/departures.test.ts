import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

describe('demo tours', () => {
  it('have a cancelled and an extra departure, and at least two share the places of cenotes that are open then', async () => {
    const { tours } = await catalog.ask<{
      tours: {
        nodes: {
          timezone: string
          startTimes: string[]
          departures: { exceptions: { cancelled: boolean; capacity: number | null }[] }
          stops: {
            takesPlaces: boolean
            offsetMinutes: number
            cenote: { schedule: { openTime: string; closeTime: string; timezone: string; daysOpen: string[] } }
          }[]
        }[]
      }
    }>(`{ tours { nodes { timezone startTimes departures { exceptions { cancelled capacity } }
      stops { takesPlaces offsetMinutes cenote { schedule { openTime closeTime timezone daysOpen } } } } } }`)
    const exceptions = tours.nodes.flatMap(({ departures }) => departures.exceptions)
    expect(exceptions).toEqual([
      { cancelled: true, capacity: null },
      { cancelled: false, capacity: 14 },
    ])
    const sharing = tours.nodes.filter(({ stops }) => stops.some(({ takesPlaces }) => takesPlaces))
    expect(sharing.length).toBeGreaterThanOrEqual(2)
    const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    for (const { timezone, startTimes, stops } of tours.nodes)
      for (const { offsetMinutes, cenote } of stops)
        for (const startTime of startTimes) {
          const { openTime, closeTime, daysOpen, timezone: zone } = cenote.schedule
          const slot = Math.floor((minutes(startTime) + offsetMinutes - minutes(openTime)) / 60)
          expect([zone, daysOpen.length]).toEqual([timezone, 7])
          expect(slot).toBeGreaterThanOrEqual(0)
          expect(minutes(openTime) + (slot + 1) * 60).toBeLessThanOrEqual(minutes(closeTime))
        }
  })
})
