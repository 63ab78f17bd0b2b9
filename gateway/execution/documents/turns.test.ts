import { expect, it } from '@jest/globals'
import { Turns } from './turns.ts'

/** Starts pieces of work at the same time, and records them along with the turns of the event loop. */
async function done(milliseconds: number): Promise<string> {
  let now = 0
  const turns = new Turns(() => now)
  let notes = ''
  let isOver = false
  const tick = (): void => {
    notes += '.'
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await Promise.all(
    Array.from({ length: 4 }, () =>
      turns.run(() => {
        notes += 'w'
        now += milliseconds
      }),
    ),
  )
  isOver = true
  return notes
}

it('long work of many requests is done in a turn of the event loop each', async () => {
  expect(await done(10)).toMatch(/^w\.+w\.+w\.+w$/)
})

it('short work is done immediately', async () => {
  expect(await done(1)).toBe('wwww')
})
