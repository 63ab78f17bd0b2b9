import { describe, expect, it } from '@jest/globals'
import { localDateTime } from '../../../platform/values/clock.ts'
import { demoItems, readDemoFile } from '../../../platform/process/demo-file.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { planStories } from './stories.ts'

interface DemoProduct {
  readonly slug: string
  readonly timezone?: string
  readonly schedule?: { readonly timezone: string }
}

/** The time zone of each demo product, by its id. */
async function readZones(): Promise<ReadonlyMap<string, string>> {
  const file = await readDemoFile()
  const zonesOf = (type: 'cenote' | 'tour') =>
    demoItems<DemoProduct>(file, `${type}s`).map(
      ({ slug, timezone, schedule }) => [demoId(type, slug), timezone ?? schedule?.timezone ?? ''] as const,
    )
  return new Map([...zonesOf('cenote'), ...zonesOf('tour')])
}

describe('the demo stories', () => {
  it.each([
    ['at noon', '2026-11-28T18:00:00Z'],
    ['after midnight in Cancún, and before it in Mérida', '2026-11-28T05:20:00Z'],
    ['a minute after midnight in Cancún', '2026-11-28T05:01:00Z'],
    ['a minute after midnight in Mérida', '2026-11-28T06:01:00Z'],
  ])('let guests arrive on the day of their visit, and not later than now: %s', async (_, instant) => {
    const now = new Date(instant)
    const zones = await readZones()
    const arrivals = planStories(now, 60).flatMap(({ input, turns }) => {
      const arrival = turns.find(({ does }) => does === 'check_in')
      const moved = turns.flatMap((turn) => (turn.does === 'move' ? [turn.to.visitDate] : [])).at(-1)
      return arrival ? [{ ...arrival, id: input.tourId ?? input.cenoteId ?? '', day: moved ?? input.visitDate }] : []
    })
    expect(arrivals.length).toBeGreaterThan(100)
    const wrong = arrivals.filter(({ at, id, day }) => at > now || localDateTime(at, zones.get(id) ?? '').date !== day)
    expect(wrong).toEqual([])
  })
})
