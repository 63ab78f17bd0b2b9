const finalText = 0x81

/** A text as a WebSocket frame, as a server sends it without compression. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerBytes = length < 126 ? 2 : length <= 0xffff ? 4 : 10
  const frame = Buffer.allocUnsafe(headerBytes + length)
  frame[0] = finalText
  if (headerBytes === 2) frame[1] = length
  else if (headerBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerBytes)
  return frame
}

/** The message of a result to an operation's id, up to the result. */
export const nextHead = (id: string): string => `{"id":${JSON.stringify(id)},"type":"next","payload":`

let latest: { head: string; result: string; frame: Buffer } = { head: '', result: '', frame: Buffer.alloc(0) }

/**
 * The frame of a result. Subscribers of one channel get the same result one after another, and mostly under the same
 * id, so that the frame is made once.
 */
export function nextFrame(head: string, result: string): Buffer {
  if (latest.head !== head || latest.result !== result) latest = { head, result, frame: textFrame(`${head}${result}}`) }
  return latest.frame
}
