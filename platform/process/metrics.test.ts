import { describe, expect, it } from '@jest/globals'
import { gauge, openMetrics } from './metrics.ts'

describe('metrics', () => {
  it('leave out what cannot be read in time, and show the rest', async () => {
    const slow = gauge('test_slow', 'Read from a database that hangs.', ['environment'])
    const stopped = slow.observe(() => new Promise(() => undefined))
    gauge('test_known', 'Known to the process itself.').observe((known) => known.set(7))
    const text = await openMetrics()()
    expect(text).toContain('test_known 7')
    expect(text).not.toContain('test_slow{')
    stopped.stop()
  })
})
