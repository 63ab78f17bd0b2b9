import { describe, expect, it } from '@jest/globals'
import { maxMegabytes, readText } from './read-text.ts'

const read = (...parts: (string | Uint8Array)[]) => readText(new Blob(parts as BlobPart[]))

describe('the file of an import', () => {
  it('is read as UTF-8', async () => {
    expect(await read('\uFEFFname\nNúñez 王')).toEqual({ text: 'name\nNúñez 王' })
  })

  it('is refused in another encoding, as no text and beyond its maximum', async () => {
    const refused = { problem: { text: 'import.error.notText' } }
    expect(await read(new Uint8Array([0x4e, 0xfa, 0xf1, 0x65, 0x7a]))).toEqual(refused)
    expect(await read(new Uint8Array([0xff, 0xfe, 0x6e, 0]))).toEqual(refused)
    expect(await read(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0]))).toEqual(refused)
    expect(await read(new Uint8Array(maxMegabytes * 1_000_000 + 1))).toMatchObject({
      problem: { text: 'import.error.tooLarge' },
    })
  })
})
