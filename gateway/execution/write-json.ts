import { setImmediate } from 'node:timers/promises'
import type { Found, FoundParts } from './positions.ts'
import type { ProjectedObject, ProjectedType } from './response-projection.ts'

/** Thrown where the response cannot be written as it was found: something has not its type, or is null. */
const notAsDeclared = new Error('A value is not as its type declares')
/** Thrown by a response that is too long to be written in one go. */
const tooLong = new Error('The response is long')

/** About two milliseconds of work. */
const maxObjectsAtOnce = 20_000
/** Other work gets its turn after so long; the clock is read once for so many objects. */
const turnMilliseconds = 5
const objectsPerLook = 500

/** Whether a text needs no escaping in JSON. Lone surrogates are left to JSON.stringify. */
const isPlain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

const quoted = (text: string): string => (isPlain.test(text) ? `"${text}"` : JSON.stringify(text))

/**
 * Writes the response of an operation as JSON, directly from what the subgraphs returned. Undefined when something is
 * not as its type demands: then the response needs errors, and has to be built (build-data.ts). A long response is
 * written in pieces, between which other requests have their turn.
 */
export async function writeJson(root: ProjectedObject, found: Found, parts: FoundParts): Promise<string | undefined> {
  try {
    return new Writer(parts).object(root, found)
  } catch (error) {
    if (error === notAsDeclared) return undefined
    if (error !== tooLong) throw error
  }
  try {
    const writer = new PiecewiseWriter(parts)
    await writer.object(root, found)
    return writer.text
  } catch (error) {
    if (error === notAsDeclared) return undefined
    throw error
  }
}

class Writer {
  #objects = 0

  constructor(
    private readonly parts: FoundParts,
    private readonly maxObjects = maxObjectsAtOnce,
  ) {}

  object(object: ProjectedObject, found: Found): string {
    this.#objects += 1
    if (this.#objects > this.maxObjects) throw tooLong
    const fields = object.fieldsOf(found)
    if (!fields) throw notAsDeclared
    let text = '{'
    for (const field of fields) {
      if (text.length > 1) text += ','
      text += field.json
      text += field.isTypename
        ? JSON.stringify(object.typeNameOf(found))
        : this.value(field.type, field.read(found, this.parts))
    }
    return `${text}}`
  }

  value(type: ProjectedType, value: unknown): string {
    if (value === null || value === undefined) {
      if (type.nonNull) throw notAsDeclared
      return 'null'
    }
    if (type.kind === 'leaf') return leaf(type.check(value))
    if (type.kind === 'object') {
      if (typeof value !== 'object' || Array.isArray(value)) throw notAsDeclared
      return this.object(type.object, type.object.enter(value, this.parts))
    }
    if (!Array.isArray(value)) throw notAsDeclared
    this.#objects += 1
    if (this.#objects > this.maxObjects || value.length > this.maxObjects) throw tooLong
    let text = '['
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) text += ','
      text += this.value(type.item, value[index])
    }
    return `${text}]`
  }
}

function leaf(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (value === undefined) throw notAsDeclared
  return JSON.stringify(value)
}

/** Writes the same piece by piece: small parts at once by Writer, and what is longer field by field. */
class PiecewiseWriter {
  readonly #pieces: string[] = []
  #turnEnds = performance.now() + turnMilliseconds

  constructor(private readonly parts: FoundParts) {}

  get text(): string {
    return this.#pieces.join('')
  }

  async object(object: ProjectedObject, found: Found): Promise<void> {
    const fields = object.fieldsOf(found)
    if (!fields) throw notAsDeclared
    let before = '{'
    for (const field of fields) {
      this.#pieces.push(before, field.json)
      before = ','
      if (field.isTypename) this.#pieces.push(JSON.stringify(object.typeNameOf(found)))
      else await this.#value(field.type, field.read(found, this.parts))
    }
    this.#pieces.push(before === '{' ? '{}' : '}')
  }

  async #value(type: ProjectedType, value: unknown): Promise<void> {
    if (performance.now() > this.#turnEnds) {
      await setImmediate()
      this.#turnEnds = performance.now() + turnMilliseconds
    }
    try {
      return void this.#pieces.push(new Writer(this.parts, objectsPerLook).value(type, value))
    } catch (error) {
      if (error !== tooLong) throw error
    }
    if (type.kind === 'object') return this.object(type.object, type.object.enter(value as object, this.parts))
    if (type.kind !== 'list') throw new Error('A leaf has no parts')
    let before = '['
    for (const item of value as unknown[]) {
      this.#pieces.push(before)
      before = ','
      await this.#value(type.item, item)
    }
    this.#pieces.push(before === '[' ? '[]' : ']')
  }
}
