import type { TextKey } from '../../../text/text.ts'

/** The error of a line, as a text with its parameters. */
export interface Problem {
  readonly text: Extract<TextKey, `import.error.${string}`>
  readonly parameters?: Readonly<Record<string, string | number>>
}

export interface CsvLine {
  /** The number of its first line in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly problem: Problem | null
}

/** Reads comma-separated values (RFC 4180), separated by commas, or by semicolons where the first line has them. */
export function parseCsv(text: string): CsvLine[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const lines: CsvLine[] = []
  let line = 1
  let position = 0
  while (position < source.length) {
    const begun = line
    const record = readRecord(source, position, separator)
    position = record.end
    line += record.lineCount
    if (record.cells.some((cell) => cell.trim() !== '') || record.problem)
      lines.push({ line: begun, cells: record.cells, problem: record.problem })
  }
  return lines
}

function separatorOf(source: string): ',' | ';' {
  const [first = ''] = source.split(/[\r\n]/, 1)
  return first.includes(';') && !first.includes(',') ? ';' : ','
}

interface CsvRecord {
  readonly cells: string[]
  readonly end: number
  /** Lines of the file that it covers. */
  readonly lineCount: number
  readonly problem: Problem | null
}

function readRecord(source: string, start: number, separator: string): CsvRecord {
  const cells: string[] = []
  let cell = ''
  let state: 'empty' | 'plain' | 'quoted' | 'closed' = 'empty'
  let lineCount = 0
  let problem: Problem | null = null
  let position = start
  for (; position < source.length; position += 1) {
    const character = source.charAt(position)
    const isLineEnd = character === '\n' || (character === '\r' && source[position + 1] !== '\n')
    if (isLineEnd) lineCount += 1
    if (state === 'quoted') {
      if (character !== '"') cell += character
      else if (source[position + 1] === '"') {
        cell += '"'
        position += 1
      } else state = 'closed'
    } else if (character === separator) {
      cells.push(cell)
      cell = ''
      state = 'empty'
    } else if (isLineEnd) {
      position += 1
      break
    } else if (character === '"') {
      if (state === 'empty') {
        cell = ''
        state = 'quoted'
      } else problem ??= { text: 'import.error.strayQuote' }
    } else if (character !== '\r') {
      const isSpace = character.trim() === ''
      if (state === 'closed' && !isSpace) problem ??= { text: 'import.error.strayQuote' }
      if (state !== 'closed') cell += character
      if (state === 'empty' && !isSpace) state = 'plain'
    }
  }
  cells.push(cell)
  if (state === 'quoted') problem = { text: 'import.error.unclosedQuote', parameters: { count: lineCount } }
  return { cells, end: position, lineCount, problem }
}
