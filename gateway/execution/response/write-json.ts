import { turn } from '../../../platform/process/turn.ts'
import { maxResponseBytes, tooLarge } from './response-json.ts'
import { JsonBytes } from './json-bytes.ts'
import { PartialResults, type ObjectResults, type ResultIndex } from '../plan/index.ts'
import type { ProjectedObject, ProjectedType } from './response-projection.ts'

/** Thrown where the response cannot be written as it was found: something has not its type, or is null. */
const notAsDeclared = new Error('A value is not as its type declares')
/** Thrown for a response that is too long to be written at once, or in the time that is left of the turn. */
const tooLong = new Error('The response is long')

/** A few milliseconds of work. */
const maxObjectsAtOnce = 10_000
/** The clock is read once for so many objects. */
const objectsPerCheck = 500

/** A buffer for responses that are written in one turn, one after the other. */
let shared = new JsonBytes()
/** After a larger response it is replaced. */
const maxSharedBytes = 1_048_576

const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const nullBytes = Buffer.from('null')
const trueBytes = Buffer.from('true')
const falseBytes = Buffer.from('false')

/**
 * Writes the response of an operation as JSON, directly from what the subgraphs returned. Undefined when something is
 * not as its type demands: then the response needs errors, and has to be built (build-data.ts). A long response is
 * written in pieces, between which other requests have their turn. Error: ANSWER_TOO_LARGE.
 */
export async function writeJson(
  root: ProjectedObject,
  results: ObjectResults,
  index: ResultIndex,
): Promise<Buffer | undefined> {
  try {
    new Writer(index, shared).object(root, results)
    return shared.copy()
  } catch (error) {
    if (error === notAsDeclared) return undefined
    if (error !== tooLong) throw error
  } finally {
    if (shared.length > maxSharedBytes) shared = new JsonBytes()
    else shared.truncate(0)
  }
  try {
    const json = new JsonBytes()
    await new PiecewiseWriter(index, json).object(root, results)
    return json.copy()
  } catch (error) {
    if (error === notAsDeclared) return undefined
    throw error
  }
}

class Writer {
  #objects = 0

  constructor(
    private readonly index: ResultIndex,
    private readonly json: JsonBytes,
    private readonly maxObjects = maxObjectsAtOnce,
  ) {}

  object(object: ProjectedObject, results: ObjectResults): void {
    this.#count()
    if (!(results instanceof PartialResults)) return this.#fields(object, results)
    // An entity that stands at many places is written once, and copied from there.
    const { json } = this
    if (results.writtenBy === this && results.writtenAs === object) return this.#repeat(results)
    results.writtenFrom = json.length
    this.#fields(object, results)
    results.writtenTo = json.length
    results.writtenAs = object
    results.writtenBy = this
  }

  #count(): void {
    this.#objects += 1
    if (this.#objects > this.maxObjects || (this.#objects % objectsPerCheck === 0 && turn.isOver)) throw tooLong
  }

  #repeat({ writtenFrom, writtenTo }: PartialResults): void {
    const { json } = this
    if (json.length + writtenTo - writtenFrom > maxResponseBytes) throw tooLarge()
    json.repeat(writtenFrom, writtenTo)
  }

  #fields(object: ProjectedObject, results: ObjectResults): void {
    const fields = object.fieldsOf(results)
    if (!fields) throw notAsDeclared
    const { json } = this
    if (json.length > maxResponseBytes) throw tooLarge()
    json.byte(openBrace)
    let isFirst = true
    for (const field of fields) {
      if (isFirst) isFirst = false
      else json.byte(comma)
      json.bytes(field.json)
      if (field.isTypename) json.text(object.typeNameOf(results) ?? '')
      else this.value(field.type, field.read(results, this.index))
    }
    json.byte(closeBrace)
  }

  value(type: ProjectedType, value: unknown): void {
    if (value === null || value === undefined) {
      if (type.nonNull) throw notAsDeclared
      return this.json.bytes(nullBytes)
    }
    if (type.kind === 'leaf') return this.#leaf(type.check(value))
    if (type.kind === 'object') {
      if (typeof value !== 'object' || Array.isArray(value)) throw notAsDeclared
      return this.object(type.object, type.object.enter(value, this.index))
    }
    if (!Array.isArray(value)) throw notAsDeclared
    this.#count()
    if (value.length > this.maxObjects) throw tooLong
    const { json } = this
    json.byte(openBracket)
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) json.byte(comma)
      this.value(type.item, value[index])
    }
    json.byte(closeBracket)
  }

  #leaf(value: unknown): void {
    const { json } = this
    if (typeof value === 'string') json.text(value)
    else if (typeof value === 'number' && Number.isFinite(value)) json.number(value)
    else if (typeof value === 'boolean') json.bytes(value ? trueBytes : falseBytes)
    else if (value === undefined) throw notAsDeclared
    else json.json(JSON.stringify(value))
  }
}

/** Writes the same piece by piece: small parts at once by Writer, and what is longer field by field. */
class PiecewiseWriter {
  constructor(
    private readonly index: ResultIndex,
    private readonly json: JsonBytes,
  ) {}

  async object(object: ProjectedObject, results: ObjectResults): Promise<void> {
    const { json } = this
    const fields = object.fieldsOf(results)
    if (!fields) throw notAsDeclared
    json.byte(openBrace)
    for (const [index, field] of fields.entries()) {
      if (index > 0) json.byte(comma)
      json.bytes(field.json)
      if (field.isTypename) json.text(object.typeNameOf(results) ?? '')
      else await this.#value(field.type, field.read(results, this.index))
    }
    json.byte(closeBrace)
  }

  async #value(type: ProjectedType, value: unknown): Promise<void> {
    const { json } = this
    if (turn.isOver) await turn.next()
    const { length } = json
    try {
      return new Writer(this.index, json, objectsPerCheck).value(type, value)
    } catch (error) {
      if (error !== tooLong) throw error
      json.truncate(length)
    }
    if (type.kind === 'object') return this.object(type.object, type.object.enter(value as object, this.index))
    if (type.kind !== 'list') throw new Error('A leaf has no parts')
    json.byte(openBracket)
    for (const [index, item] of (value as unknown[]).entries()) {
      if (index > 0) json.byte(comma)
      await this.#value(type.item, item)
    }
    json.byte(closeBracket)
  }
}
