import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { stopAfter } from './product.ts'

describe('the process of a recording', () => {
  it('stops its product and no longer listens to the recorder, which would keep it alive', async () => {
    const own = new EventEmitter()
    let stops = 0
    const product = { stop: async () => void (stops += 1) }
    await stopAfter(product, async () => undefined, own)
    await expect(stopAfter(product, () => Promise.reject(new Error('It failed')), own)).rejects.toThrow('It failed')
    expect([stops, own.listenerCount('disconnect')]).toEqual([2, 0])
  })

  it('stops its product and exits when the recorder is ended', async () => {
    const own = new EventEmitter()
    let stops = 0
    const product = { stop: async () => void (stops += 1) }
    const exited = new Promise<number>((resolve) => {
      void stopAfter(product, () => new Promise(() => undefined), own, resolve)
    })
    own.emit('disconnect')
    expect([await exited, stops]).toEqual([1, 1])
  })
})
