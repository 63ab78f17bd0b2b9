import type { GraphQLError } from 'graphql'
import { WrittenJson } from '../../../platform/graphql/json-text.ts'
import { declareBound } from '../../../platform/process/bounds.ts'
import { turn } from '../../../platform/process/turn.ts'
import { apiError } from '../../../schema/errors.ts'

/** The maximum size of a response. */
export const maxResponseBytes = 10_000_000

declareBound({
  name: 'response-bytes',
  what: 'Bytes of the response of a GraphQL operation',
  per: 'operation',
  default: '10 MB',
  response: '422 `ANSWER_TOO_LARGE`',
  errorCode: 'ANSWER_TOO_LARGE',
})

/** Parts of about this length, in characters, are serialized in one go. */
const partLength = 32_768
/** About what stands around each value. */
const valueLength = 8

/** The data of a response as JSON, in the bytes that are sent. */
export class ResponseJson extends WrittenJson {
  #bytes: Buffer
  #response: { readonly after: string; readonly bytes: Buffer } | undefined

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  get text(): string {
    return this.#bytes.toString()
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  /**
   * The response without errors that has this as its data. The first is stored, and the data becomes a part of it: most
   * callers of a cached response get the same bytes. Error: ANSWER_TOO_LARGE.
   */
  response(extensions: object | undefined): Buffer {
    const after = extensions ? `,"extensions":${JSON.stringify(extensions)}}` : '}'
    if (this.#response?.after === after) return this.#response.bytes
    const bytes = Buffer.concat([beforeData, this.#bytes, Buffer.from(after)])
    if (bytes.length > maxResponseBytes) throw tooLarge()
    if (!this.#response) {
      this.#response = { after, bytes }
      this.#bytes = bytes.subarray(beforeData.length, beforeData.length + this.#bytes.length)
    }
    return bytes
  }
}

/** The error of a response that is longer than the maximum. */
export const tooLarge = (): GraphQLError => apiError('ANSWER_TOO_LARGE', { maximumBytes: maxResponseBytes })

const beforeData = Buffer.from('{"data":')

/**
 * Writes a result as JSON, large ones in pieces between which other requests have their turn. Error: ANSWER_TOO_LARGE,
 * as soon as it is longer than the maximum.
 */
export async function writeResponse(result: object): Promise<string> {
  const writer = new ResultWriter()
  await writer.write(result)
  return writer.text
}

class ResultWriter {
  readonly #pieces: string[] = []
  #bytes = 0
  #nextCheck = partLength

  get text(): string {
    return this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('')
  }

  async write(value: unknown): Promise<void> {
    if (this.#bytes > this.#nextCheck) {
      this.#nextCheck = this.#bytes + partLength
      if (turn.isOver) await turn.next()
    }
    if (value instanceof WrittenJson) return this.#add(value.text)
    if (isShort(value)) return this.#add(JSON.stringify(value))
    if (typeof value === 'string') return this.#add(JSON.stringify(value))
    if (Array.isArray(value)) {
      for (const [index, item] of (value as unknown[]).entries()) {
        this.#add(index === 0 ? '[' : ',')
        await this.write(item === undefined ? null : item)
      }
      return this.#add(']')
    }
    let before = '{'
    for (const [name, inner] of Object.entries(value as object)) {
      if (inner === undefined) continue
      this.#add(`${before}${JSON.stringify(name)}:`)
      await this.write(inner)
      before = ','
    }
    this.#add(before === '{' ? '{}' : '}')
  }

  #add(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > maxResponseBytes) throw tooLarge()
    this.#pieces.push(text)
  }
}

/** Whether a value is short enough to be serialized in one go; inspects no more of it than needed. */
function isShort(value: unknown): boolean {
  let left = partLength
  const pending = [value]
  while (pending.length > 0 && left > 0) {
    const next = pending.pop()
    left -= typeof next === 'string' ? next.length + valueLength : valueLength
    if (typeof next !== 'object' || next === null) continue
    if (next instanceof WrittenJson) return false
    const within = Array.isArray(next) ? (next as unknown[]) : Object.values(next as Record<string, unknown>)
    if (within.length * valueLength > left) return false
    pending.push(...within)
  }
  return left > 0
}
