import { describe, expect, it } from '@jest/globals'
import { readOnce } from './store.ts'

describe('the pictures of a store', () => {
  it('are read once for all who request them, at the same time or later', async () => {
    const reads: string[] = []
    const pictures = readOnce({
      async read(name) {
        reads.push(name)
        return name === 'none' ? undefined : new Uint8Array(1_000)
      },
      write: () => Promise.resolve(),
    })
    const [first, second] = await Promise.all([pictures.read('one'), pictures.read('one')])
    expect([second, await pictures.read('one')].map((bytes) => bytes === first)).toEqual([true, true])
    expect([await pictures.read('none'), await pictures.read('none')]).toEqual([undefined, undefined])
    expect(reads).toEqual(['one', 'none', 'none'])
  })
})
