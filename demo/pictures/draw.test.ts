import { describe, expect, it } from '@jest/globals'
import { drawCenote, views } from './draw.ts'
import type { CenoteType, Subject } from './palette.ts'

const types: readonly CenoteType[] = ['OPEN', 'SEMI_OPEN', 'CAVE', 'UNDERGROUND']
const subjectOf = (type: CenoteType, more: Partial<Subject> = {}): Subject => ({
  slug: 'azul',
  type,
  depth: 6,
  visibility: 15,
  ...more,
})

describe('the picture of a cenote', () => {
  it.each(types)('is the same each time it is drawn: %s', (type) => {
    for (const view of views) expect(drawCenote(subjectOf(type), view)).toBe(drawCenote(subjectOf(type), view))
  })

  it('differs by kind, by view, by cenote, by depth and by how clear the water is', () => {
    const drawn = [
      ...types.flatMap((type) => views.map((view) => drawCenote(subjectOf(type), view))),
      drawCenote(subjectOf('OPEN', { slug: 'zaci' }), 'whole'),
      drawCenote(subjectOf('OPEN', { depth: 40 }), 'whole'),
      drawCenote(subjectOf('OPEN', { visibility: 40 }), 'whole'),
    ]
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  it.each(types)('refers to nothing outside itself and is complete: %s', (type) => {
    for (const view of views) {
      const svg = drawCenote(subjectOf(type), view)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|https?:(?!\/\/www\.w3\.org\/2000\/svg)/)
      for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g)) expect(svg).toContain(`id="${id}"`)
    }
  })
})
