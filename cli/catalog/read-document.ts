import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml'
import { maxJsonDepth, nestsDeeperThan } from '../../platform/http/json-bounds.ts'
import { OperatorError, OperatorErrors } from '../../platform/process/operator-error.ts'
import { JsonPositions, UnreadableJson, type Path } from './json-positions.ts'

/** A file as a value, which knows on which line each of its parts is. */
export interface SourceDocument {
  /** How errors name it. */
  readonly name: string
  readonly value: unknown
  /** Undefined where it has no lines. */
  lineOf(path: Path): number | undefined
}

const mebibyte = 1_048_576
/** A parsed YAML document takes about 75 times its size in memory, JSON about 5 times. */
export const maxMebibytes = { json: 128, yaml: 8 } as const
/** How often aliases of a YAML document may be expanded; each that holds others counts for all of them. */
const maxAliases = 1_000

/** Reads a JSON or YAML file, or standard input for `-`. Throws OperatorError naming file and line. */
export async function readDocument(file: string): Promise<SourceDocument> {
  const isNamedYaml = /\.ya?ml$/i.test(file)
  const bytes = await readBytes(file, isNamedYaml ? 'yaml' : 'json')
  const name = file === '-' ? 'standard input' : file
  const text = withoutBanner(decoded(bytes, name))
  const isYaml = isNamedYaml || (!/\.json$/i.test(file) && !/^\s*\{/.test(text))
  if (!isYaml) return readJson(name, text)
  if (bytes.length > maxMebibytes.yaml * mebibyte) throw tooLarge(name, 'yaml')
  return readYaml(name, text)
}

const tooLarge = (name: string, format: 'json' | 'yaml'): OperatorError =>
  new OperatorError(
    `${name}: is larger than ${maxMebibytes[format]} MiB, the most that is read of ${format.toUpperCase()}; ` +
      `${format === 'yaml' ? 'use JSON, or ' : ''}import its lists in several files`,
  )

async function readBytes(file: string, format: 'json' | 'yaml'): Promise<Buffer> {
  const max = maxMebibytes[format] * mebibyte
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (file !== '-' && (await stat(file)).size > max) throw tooLarge(file, format)
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      size += (chunk as Buffer).length
      if (size > max) throw tooLarge(file, format)
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${file}: cannot be read: ${(error as Error).message}`)
  }
  return Buffer.concat(chunks)
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OperatorError(`${name}: is not UTF-8 text`)
  }
}

/** `npm run` prints its command before what it runs; without --silent that is the start of a redirected export. */
const withoutBanner = (text: string): string =>
  text.replace(/^\s*(?:> [^\n]*\n)+/, (banner) => banner.replaceAll(/[^\n]/g, ''))

function readJson(name: string, text: string): SourceDocument {
  const positions = new JsonPositions(text)
  const lineAt = linesOf(text)
  try {
    positions.check()
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    throw new OperatorError(`${name}:${lineAt(error.offset)}: is not readable as JSON: ${error.message}`)
  }
  return { name, value: JSON.parse(text), lineOf: (path) => lineAt(positions.offsetOf(path)) }
}

/** The line of an offset, from 1. */
function linesOf(text: string): (offset: number) => number {
  const lines = new LineCounter()
  let at = -1
  do lines.addNewLine(at + 1)
  while ((at = text.indexOf('\n', at + 1)) >= 0)
  return (offset) => lines.linePos(offset).line
}

function readYaml(name: string, text: string): SourceDocument {
  const lineCounter = new LineCounter()
  const unreadable = (problems: readonly string[]): OperatorErrors => new OperatorErrors(problems)
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false, strict: true, uniqueKeys: true })
    const faults = [...document.errors, ...document.warnings]
    if (faults.length > 0)
      throw unreadable(
        faults
          .slice(0, 20)
          .map(
            ({ message, pos }) => `${name}:${lineCounter.linePos(pos[0]).line}: is not readable as YAML: ${message}`,
          ),
      )
    const value: unknown = expanded(document, (offset) => `${name}:${lineCounter.linePos(offset).line}`)
    if (nestsDeeperThan(value, maxJsonDepth)) throw unreadable([`${name}: nests deeper than ${maxJsonDepth} levels`])
    return { name, value, lineOf: (path) => lineCounter.linePos(offsetIn(document, path)).line }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    // What too much recursion throws.
    if (error instanceof RangeError) throw unreadable([`${name}: nests deeper than ${maxJsonDepth} levels`])
    throw error
  }
}

/** The value of a document. Throws OperatorErrors, naming the place of an alias, when they expand to too much. */
function expanded(document: Document.Parsed, placeOf: (offset: number) => string): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    const place = placeOf(offsetOfExcess(document))
    throw new OperatorErrors([`${place}: is not readable as YAML: its aliases expand more than ${maxAliases} times`])
  }
}

/** The offset of the alias with which more are expanded than may be, or of the last one. */
function offsetOfExcess(document: Document.Parsed): number {
  const weights = new Map<string, number>()
  let [total, offset] = [0, 0]
  visit(document, {
    Alias(_key, alias, path) {
      offset = alias.range?.[0] ?? offset
      const weight = 1 + (weights.get(alias.source) ?? 0)
      for (const node of path)
        if (isNode(node) && 'anchor' in node && node.anchor !== undefined)
          weights.set(node.anchor, (weights.get(node.anchor) ?? 0) + weight)
      total += weight
      return total > maxAliases ? visit.BREAK : undefined
    },
  })
  return offset
}

/** The offset of a part, or of the innermost part around it that exists. */
function offsetIn(document: Document.Parsed, path: Path): number {
  let node: Node | null = document.contents
  let offset = node?.range?.[0] ?? 0
  for (const name of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
      if (!pair) return offset
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value as Node | null
    } else if (isSeq(node)) {
      node = (node.items[Number(name)] as Node | undefined) ?? null
      offset = node?.range?.[0] ?? offset
    } else return offset
  }
  return offset
}
