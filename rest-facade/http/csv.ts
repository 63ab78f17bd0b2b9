import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { turn } from '../../platform/process/turn.ts'
import { spreadsheetText } from '../../platform/values/spreadsheet-text.ts'

type Cell = string | number | null | undefined

/** A column of a file: its name, and the cell of a row. */
export type Column<Row> = readonly [name: string, cell: (row: Row) => Cell]

/** A cell as RFC 4180 has it, which no spreadsheet runs as a formula. */
export function csvCell(value: Cell): string {
  const text = spreadsheetText(String(value ?? ''))
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** About a millisecond of work. */
const rowsAtOnce = 50

/** Cents as whole units with two decimals. */
export const moneyCell = (cents: number): string => (cents / 100).toFixed(2)

/** The documentation of a CSV response. */
export const CsvFile = <Row>(description: string, columns: readonly Column<Row>[]) => ({
  description: `${description} UTF-8 with a line of headings, streamed. Columns: ${columns.map(([name]) => `\`${name}\``).join(', ')}.`,
  content: { 'text/csv': { schema: { type: 'string' } } },
})

/** Sends rows as a file, page by page: the next one is read when the client has taken those before, and none once it has left. */
export function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(columns.map(([heading]) => heading))
    for await (const rows of pages)
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        if (turn.isOver) await turn.next()
        const some = rows.slice(from, from + rowsAtOnce)
        yield some.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
      }
  }
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(lines(), { objectMode: false }))
}
