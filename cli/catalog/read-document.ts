import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { LineCounter } from 'yaml'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { JsonPositions, UnreadableJson } from './json-positions.ts'
import { readYaml } from './read-yaml.ts'
import type { SourceDocument } from './source-document.ts'

const mebibyte = 1_048_576
/** A parsed YAML document takes about 75 times its size in memory, JSON about 5 times. */
export const maxMebibytes = { json: 128, yaml: 8 } as const

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
