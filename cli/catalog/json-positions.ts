import { maxJsonDepth } from '../../platform/http/json-bounds.ts'
import { maxMembers, type Path } from './source-document.ts'

/** JSON that cannot be read, with the offset of the reason. */
export class UnreadableJson extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message)
  }
}

/** Where the parts of a container begin: a member at its name. */
interface Parts {
  readonly offsets: Map<string | number, { readonly at: number; readonly value: number }>
  /** Where the next part would begin; undefined when all are known. */
  next: number | undefined
}

/**
 * Finds parts of a JSON text, whose own parser reports neither where they are nor that a name is given twice. Containers
 * are read on demand and only once, so that many errors in a large file are found in little time.
 */
export class JsonPositions {
  readonly #text: string
  readonly #parts = new Map<number, Parts>()

  constructor(text: string) {
    this.#text = text
  }

  /** Throws UnreadableJson unless the text is one JSON value, without names given twice, objects of too many members or
   * too much depth. */
  check(): void {
    const end = this.#space(this.#skip(this.#space(0), 0, true))
    if (end < this.#text.length) throw new UnreadableJson('more follows after the end of the document', end)
  }

  /** The offset of a part, or of the innermost part around it that exists. */
  offsetOf(path: Path): number {
    let value = this.#space(0)
    let found = value
    for (const name of path) {
      const part = this.#partOf(value, name)
      if (!part) break
      found = part.at
      value = part.value
    }
    return found
  }

  #partOf(container: number, name: string | number): { at: number; value: number } | undefined {
    const open = this.#text[container]
    if (open !== '{' && open !== '[') return undefined
    let parts = this.#parts.get(container)
    if (!parts) this.#parts.set(container, (parts = { offsets: new Map(), next: this.#space(container + 1) }))
    const key = open === '[' ? Number(name) : String(name)
    while (!parts.offsets.has(key) && parts.next !== undefined) this.#readPart(parts, open)
    return parts.offsets.get(key)
  }

  #readPart(parts: Parts, open: '{' | '['): void {
    const at = parts.next ?? 0
    if (/[\]}]/.test(this.#text[at] ?? '}')) {
      parts.next = undefined
      return
    }
    const [key, value] = open === '[' ? [parts.offsets.size, at] : this.#name(at)
    parts.offsets.set(key, { at, value })
    const end = this.#space(this.#skip(value, 0, false))
    parts.next = this.#text[end] === ',' ? this.#space(end + 1) : undefined
  }

  /** The name of a member and where its value begins. */
  #name(at: number): [name: string, value: number] {
    const end = this.#string(at)
    const colon = this.#space(end)
    if (this.#text[colon] !== ':') throw new UnreadableJson('":" is missing', colon)
    return [JSON.parse(this.#text.slice(at, end)) as string, this.#space(colon + 1)]
  }

  #space(offset: number): number {
    space.lastIndex = offset
    return space.test(this.#text) ? space.lastIndex : offset
  }

  /** The end of the value at an offset. */
  #skip(at: number, depth: number, strict: boolean): number {
    const first = this.#text[at]
    if (first === '{' || first === '[') return this.#container(at, depth + 1, strict)
    if (first === '"') return this.#string(at)
    plainValue.lastIndex = at
    if (!plainValue.test(this.#text))
      throw new UnreadableJson(
        at < this.#text.length ? 'a value is missing or misspelt' : 'the document ends too early',
        at,
      )
    return plainValue.lastIndex
  }

  #container(at: number, depth: number, strict: boolean): number {
    if (depth > maxJsonDepth) throw new UnreadableJson(`nests deeper than ${maxJsonDepth} levels`, at)
    const isObject = this.#text[at] === '{'
    const close = isObject ? '}' : ']'
    const names = new Set<string>()
    let next = this.#space(at + 1)
    if (this.#text[next] === close) return next + 1
    for (;;) {
      let value = next
      if (isObject) {
        const [name, start] = this.#name(next)
        if (strict && names.has(name)) throw new UnreadableJson(`"${name}" is named twice`, next)
        names.add(name)
        if (names.size > maxMembers) throw new UnreadableJson(`an object has more than ${maxMembers} members`, next)
        value = start
      }
      const end = this.#space(this.#skip(value, depth, strict))
      if (this.#text[end] === close) return end + 1
      if (this.#text[end] !== ',') throw new UnreadableJson(`"," or "${close}" is missing`, end)
      next = this.#space(end + 1)
    }
  }

  #string(at: number): number {
    if (this.#text[at] !== '"') throw new UnreadableJson('a name in quotation marks is missing', at)
    for (let offset = at + 1; offset < this.#text.length; offset += 1) {
      const code = this.#text.charCodeAt(offset)
      if (code === quote) return offset + 1
      if (code < 32) throw new UnreadableJson('a text has a line break or control character', offset)
      if (code === backslash) {
        escape.lastIndex = offset
        if (!escape.test(this.#text)) throw new UnreadableJson('a text has an unknown escape', offset)
        offset = escape.lastIndex - 1
      }
    }
    throw new UnreadableJson('a text does not end', at)
  }
}

const [quote, backslash] = [34, 92]
const space = /[ \t\r\n]+/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const plainValue = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
