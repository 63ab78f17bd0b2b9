/** A WebSocket frame as a client sends it, masked with zeros. */
export function clientFrame(opcode: number, payload: string, { isFinal = true } = {}): Buffer {
  const bytes = Buffer.from(payload)
  const [headLength, short] = bytes.length < 126 ? [2, bytes.length] : bytes.length <= 0xffff ? [4, 126] : [10, 127]
  const head = Buffer.alloc(headLength + 4)
  head[0] = (isFinal ? 0x80 : 0) | opcode
  head[1] = 0x80 | short
  if (short === 126) head.writeUInt16BE(bytes.length, 2)
  if (short === 127) head.writeBigUInt64BE(BigInt(bytes.length), 2)
  return Buffer.concat([head, bytes])
}
