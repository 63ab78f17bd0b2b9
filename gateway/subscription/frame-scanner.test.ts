import { describe, expect, it } from '@jest/globals'
import { clientFrame } from '../../bench/attack/client-frame.ts'
import { FrameScanner, type FrameHead } from './frame-scanner.ts'

const [continuation, text, close, ping] = [0, 1, 8, 9] as const

/** The heads that were found in pieces of these bytes, and whether a message is unfinished after each. */
function scanned(bytes: Buffer, pieceLength: number): { heads: FrameHead[]; unfinished: boolean[] } {
  const scanner = new FrameScanner()
  const heads: FrameHead[] = []
  const unfinished: boolean[] = []
  let readBytes = 0
  for (let offset = 0; offset < bytes.length; offset += pieceLength) {
    const piece = bytes.subarray(offset, offset + pieceLength)
    readBytes += scanner.scan(piece, (head) => heads.push(head) > 0)
    unfinished.push(scanner.isUnfinished)
  }
  expect(readBytes).toBe(bytes.length)
  return { heads, unfinished }
}

describe('the frames of a client', () => {
  const bytes = Buffer.concat([
    clientFrame(text, 'x'.repeat(70_000), { isFinal: false }),
    clientFrame(ping, 'abc'),
    clientFrame(continuation, 'x'.repeat(200)),
    clientFrame(text, ''),
    clientFrame(close, ''),
  ])

  it.each([1, 3, 7, 65_536, 100_000])('are found in pieces of %d bytes', (pieceLength) => {
    const { heads, unfinished } = scanned(bytes, pieceLength)
    const head = (length: number, more: Partial<FrameHead> = {}): FrameHead => ({
      ...{ isControl: false, isClose: false, beginsMessage: false, length },
      ...more,
    })
    expect(heads).toEqual([
      head(70_000, { beginsMessage: true }),
      head(3, { isControl: true }),
      head(200),
      head(0, { beginsMessage: true }),
      head(0, { isControl: true, isClose: true }),
    ])
    expect(unfinished.at(-1)).toBe(false)
  })

  it('leave a message unfinished until its last fragment, whatever control frames come between', () => {
    const part = clientFrame(text, 'x', { isFinal: false })
    const scanner = new FrameScanner()
    const after = [part, clientFrame(ping, ''), clientFrame(continuation, 'y')].map((one) => {
      scanner.scan(one, () => true)
      return scanner.isUnfinished
    })
    expect(after).toEqual([true, true, false])
  })

  it('are read up to the first that may not begin, also when its head arrived in parts', () => {
    const [first, second] = [clientFrame(ping, 'abc'), clientFrame(text, 'message')]
    const scanner = new FrameScanner()
    let allowed = 1
    const mayBegin = (): boolean => allowed-- > 0
    expect(scanner.scan(Buffer.concat([first, second]), mayBegin)).toBe(first.length)
    expect(scanner.scan(second.subarray(0, 3), mayBegin)).toBe(3)
    expect(scanner.scan(second.subarray(3), mayBegin)).toBe(0)
    allowed = 1
    expect(scanner.scan(second.subarray(3), mayBegin)).toBe(second.length - 3)
    expect(scanner.isUnfinished).toBe(false)
  })
})
