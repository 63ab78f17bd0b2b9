import { plainText } from '../../../../../platform/values/spreadsheet-text.ts'
import { isEmailAddress, visibleText } from '../../../../../platform/values/text.ts'
import { ages, byAge } from '../../../../../schema/ages.ts'
import type { CenoteName } from './cenotes.ts'
import type { CreateReservationInput } from '../../../generated/operations.ts'
import { parseCsv, type CsvLine, type Problem } from './csv.ts'
import { transportColumns, transportOfLine, transportProblems } from './transport.ts'

/** The columns, with the maximum characters of their values. */
export const columns = {
  cenote: 200,
  date: 10,
  time: 5,
  adults: 3,
  children: 3,
  seniors: 3,
  name: 200,
  email: 320,
  phone: 50,
  promoCode: 64,
  specialRequests: 2_000,
  infants: 3,
  teens: 3,
  resellerReference: 64,
  externalId: 36,
  holdMinutes: 5,
  ...transportColumns,
} as const
export type ColumnName = keyof typeof columns
export const columnNames = Object.keys(columns) as ColumnName[]
export const requiredColumns = [
  'cenote',
  'date',
  'adults',
  'name',
  'email',
  'phone',
] as const satisfies readonly ColumnName[]
export const maxRows = 1_000

/** A line of the file: a reservation to create, or its errors. */
export type ImportRow =
  | { readonly line: number; readonly input: CreateReservationInput; readonly problems: null }
  | { readonly line: number; readonly input: null; readonly problems: readonly Problem[] }

export type ImportFile = { readonly rows: readonly ImportRow[] } | { readonly problems: readonly Problem[] }

/** Reads a file; a problem of its first line concerns the file as a whole. */
export function readRows(text: string, cenotes: readonly CenoteName[]): ImportFile {
  const [head, ...lines] = parseCsv(text)
  if (!head) return { problems: [{ text: 'import.error.noHeader' }] }
  const names = head.cells.map((cell) => cell.trim())
  const problems = head.problem ? [head.problem] : headProblems(names)
  if (lines.length > maxRows) problems.push({ text: 'import.error.tooMany', parameters: { max: maxRows } })
  if (problems.length > 0) return { problems }
  return { rows: lines.map((line) => rowOf(line, names as ColumnName[], cenotes)) }
}

function headProblems(names: readonly string[]): Problem[] {
  const unknown = names.filter((name) => !Object.hasOwn(columns, name))
  const twice = names.filter((name, index) => names.indexOf(name) < index)
  const missing = requiredColumns.filter((name) => !names.includes(name))
  const named =
    (text: Problem['text']) =>
    (name: string): Problem => ({ text, parameters: { name } })
  return [
    ...unknown.map(named('import.error.unknownColumn')),
    ...twice.map(named('import.error.twice')),
    ...missing.map(named('import.error.missingColumn')),
  ]
}

const counts: readonly ColumnName[] = [...ages, 'holdMinutes']
/** Columns that may be empty in a row that only holds places. */
const guestColumns: readonly ColumnName[] = ['name', 'email', 'phone']

function rowOf(
  { line, cells, problem }: CsvLine,
  names: readonly ColumnName[],
  cenotes: readonly CenoteName[],
): ImportRow {
  if (problem) return { line, input: null, problems: [problem] }
  if (cells.length !== names.length) {
    const parameters = { found: cells.length, expected: names.length }
    return { line, input: null, problems: [{ text: 'import.error.cells', parameters }] }
  }
  const values = Object.fromEntries(names.map((name, index) => [name, plainText(visibleText(cells[index]) ?? '')]))
  const valueOf = (name: ColumnName): string => values[name] ?? ''
  const problems: Problem[] = []
  const refuse = (text: Problem['text'], name: string, more: Problem['parameters'] = {}): void => {
    problems.push({ text, parameters: { name, ...more } })
  }
  const isHold = valueOf('holdMinutes') !== ''
  const isGuestUnknown = isHold && guestColumns.every((name) => valueOf(name) === '')
  for (const name of requiredColumns)
    if (valueOf(name) === '' && !(isGuestUnknown && guestColumns.includes(name))) refuse('import.error.required', name)
  for (const name of columnNames)
    if (valueOf(name).length > columns[name]) refuse('import.error.tooLong', name, { max: columns[name] })
  for (const name of counts) if (!/^\d*$/.test(valueOf(name))) refuse('import.error.number', name)
  if (valueOf('date') !== '' && !isDate(valueOf('date'))) refuse('import.error.date', 'date')
  if (valueOf('email') !== '' && !isEmailAddress(valueOf('email'))) refuse('import.error.email', 'email')
  if (valueOf('time') !== '' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(valueOf('time'))) refuse('import.error.time', 'time')
  problems.push(...transportProblems(valueOf))
  const cenote = cenoteNamed(valueOf('cenote'), cenotes)
  if (valueOf('cenote') !== '' && !cenote)
    problems.push({ text: 'import.error.cenote', parameters: { value: valueOf('cenote') } })
  if (problems.length > 0 || !cenote) return { line, input: null, problems }
  return {
    line,
    problems: null,
    input: {
      cenoteId: cenote.id,
      visitDate: valueOf('date'),
      visitTime: valueOf('time') || null,
      visitors: byAge((age) => Number(valueOf(age))),
      guest: isGuestUnknown ? null : { name: valueOf('name'), email: valueOf('email'), phone: valueOf('phone') },
      ...(isHold ? { hold: true, holdMinutes: Number(valueOf('holdMinutes')) } : {}),
      resellerReference: valueOf('resellerReference') || null,
      externalId: valueOf('externalId') || null,
      transport: transportOfLine(valueOf),
      promoCode: valueOf('promoCode') || null,
      specialRequests: valueOf('specialRequests') || null,
      metadata: { source: 'console' },
    },
  }
}

/** A cenote by its id, slug or name. */
function cenoteNamed(text: string, cenotes: readonly CenoteName[]): CenoteName | undefined {
  const wanted = text.toLowerCase()
  return cenotes.find(({ id, slug, name }) => [id, slug, name.toLowerCase()].includes(wanted))
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
