import { describe, expect, it } from '@jest/globals'
import { dataBytes } from './weigh.ts'

const day = (index: number) => ({
  date: `2027-01-${index}`,
  available: true,
  timeSlots: [{ time: '10:00' }, { time: '11:00' }],
})

describe('the memory of data', () => {
  it('grows with every member, text and item', () => {
    const bytes = [{}, { a: 1 }, { a: 'text' }, { a: ['text'] }, { a: ['text', 'text'] }].map(dataBytes)
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b))
    expect(new Set(bytes).size).toBe(bytes.length)
  })

  it('of a long list is about that of its items', () => {
    const days = Array.from({ length: 366 }, (_, index) => day(100 + index))
    const each = days.reduce((sum, one) => sum + dataBytes(one), 0)
    expect(dataBytes(days) / each).toBeGreaterThan(1)
    expect(dataBytes(days) / each).toBeLessThan(1.1)
  })

  it('of a list whose second half is heavier is between the two', () => {
    const [light, heavy] = [{}, { text: 'x'.repeat(2_000) }]
    const list = [...Array<object>(50).fill(light), ...Array<object>(50).fill(heavy)]
    expect(dataBytes(list)).toBeGreaterThan(100 * dataBytes(light))
    expect(dataBytes(list)).toBeGreaterThan(45 * dataBytes(heavy))
    expect(dataBytes(list)).toBeLessThan(60 * dataBytes(heavy))
  })
})
