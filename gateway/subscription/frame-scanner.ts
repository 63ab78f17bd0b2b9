/** A frame that begins, as its head says. */
export interface FrameHead {
  readonly isControl: boolean
  readonly isClose: boolean
  /** Whether a message begins with it; the others continue one. */
  readonly beginsMessage: boolean
  /** Bytes of the payload. */
  readonly length: number
}

const [continuation, close] = [0x0, 0x8]

/** The length of a frame's head; undefined while that is not known. */
function headLength(bytes: Buffer): number | undefined {
  const second = bytes[1]
  if (second === undefined) return undefined
  const extended = { 126: 2, 127: 8 }[second & 0x7f] ?? 0
  return 2 + extended + (second & 0x80 ? 4 : 0)
}

function payloadLength(head: Buffer): number {
  const length = (head[1] ?? 0) & 0x7f
  return length === 126 ? head.readUInt16BE(2) : length === 127 ? Number(head.readBigUInt64BE(2)) : length
}

/**
 * Finds the frames in the bytes of a client (RFC 6455, 5.2) before `ws` parses them: `ws` reports only whole messages,
 * and parses every frame of a chunk at once. Whether frames are valid is left to it.
 */
export class FrameScanner {
  /** The beginning of a head that has not arrived whole. */
  #partial: Buffer | undefined
  /** Bytes of the current frame's payload that have not arrived. */
  #left = 0
  #isData = false
  #isFinal = true
  /** Whether a message has begun and is not whole. */
  isUnfinished = false

  /** Returns how many bytes may be read: all, or those before the first frame that `mayBegin` does not allow. */
  scan(bytes: Buffer, mayBegin: (frame: FrameHead) => boolean): number {
    let offset = 0
    while (offset < bytes.length) {
      if (this.#left === 0) {
        const known = this.#partial?.length ?? 0
        const next = bytes.subarray(offset, offset + 14 - known)
        const head = this.#partial ? Buffer.concat([this.#partial, next]) : next
        const length = headLength(head)
        if (length === undefined || head.length < length) {
          this.#partial = Buffer.from(head)
          return bytes.length
        }
        if (!mayBegin(readHead(head))) return offset
        offset += length - known
        this.#begin(head)
      }
      const arrived = Math.min(this.#left, bytes.length - offset)
      offset += arrived
      this.#left -= arrived
      if (this.#left === 0 && this.#isData) this.isUnfinished = !this.#isFinal
    }
    return offset
  }

  #begin(head: Buffer): void {
    const first = head[0] ?? 0
    this.#partial = undefined
    this.#left = payloadLength(head)
    this.#isData = (first & 0x8) === 0
    if (!this.#isData) return
    this.#isFinal = (first & 0x80) !== 0
    this.isUnfinished = true
  }
}

function readHead(head: Buffer): FrameHead {
  const opcode = (head[0] ?? 0) & 0xf
  const isControl = (opcode & 0x8) !== 0
  return {
    isControl,
    isClose: opcode === close,
    beginsMessage: !isControl && opcode !== continuation,
    length: payloadLength(head),
  }
}
