import { needsEscape } from '../../../platform/graphql/json-text.ts'

const initialBytes = 65_536
/** Longer texts are checked and copied by Node's own code, which takes a while to call. */
const maxCopiedHere = 40

const quote = 0x22
const backslash = 0x5c
const zero = 0x30

/**
 * JSON that is written as the bytes that are sent. Texts that are put together piece by piece would be joined, measured
 * and encoded once more before they are sent.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(initialBytes)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Drops what was written after the first so many bytes. */
  truncate(length: number): void {
    this.#length = length
  }

  /** A copy of the bytes written so far. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  /** One ASCII character. */
  byte(code: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = code
  }

  /** A few bytes, which are copied one by one: faster than a call of Node's own code. */
  bytes(more: Uint8Array): void {
    this.#reserve(more.length)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < more.length; index += 1) bytes[at++] = more[index] as number
    this.#length = at
  }

  /** Any JSON. */
  json(text: string): void {
    // A UTF-16 code unit takes at most three bytes.
    this.#reserve(text.length * 3)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** A text, in quotation marks. */
  text(text: string): void {
    if (text.length > maxCopiedHere) return this.#longText(text)
    this.#reserve(text.length + 2)
    const bytes = this.#bytes
    let at = this.#length
    bytes[at++] = quote
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) return this.#longText(text)
      bytes[at++] = code
    }
    bytes[at++] = quote
    this.#length = at
  }

  #longText(text: string): void {
    if (needsEscape(text)) return this.json(JSON.stringify(text))
    this.#reserve(text.length * 3 + 2)
    this.#bytes[this.#length++] = quote
    this.#length += this.#bytes.write(text, this.#length)
    this.#bytes[this.#length++] = quote
  }

  /** A finite number. */
  number(value: number): void {
    if (value < 0 || value > 0x7fff_ffff || (value | 0) !== value) return this.json(String(value))
    let digits = 1
    for (let rest = value; rest > 9; rest = (rest / 10) | 0) digits += 1
    this.#reserve(digits)
    let rest = value
    for (let at = this.#length + digits - 1; at >= this.#length; at -= 1) {
      const tenth = (rest / 10) | 0
      this.#bytes[at] = zero + rest - tenth * 10
      rest = tenth
    }
    this.#length += digits
  }

  /** The bytes from one place to another once more. */
  repeat(from: number, to: number): void {
    this.#reserve(to - from)
    this.#bytes.copyWithin(this.#length, from, to)
    this.#length += to - from
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
