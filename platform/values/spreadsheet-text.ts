/** Signs that begin a formula, full-width ones too. */
const sign = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
/** Where a cell begins: at its start, and after a semicolon, which separates cells in many languages. */
const formula = new RegExp(`(^|;)( *)(?=${sign})`, 'g')
const marked = new RegExp(`(^|;)( *)'(?=${sign})`, 'g')
const number = /^[-+]?\d+(\.\d+)?$/

/** A text of one line that no spreadsheet runs as a formula: an apostrophe stands before each that could begin. */
export function spreadsheetText(text: string): string {
  if (number.test(text)) return text
  return text.replace(/[\t\r\n]/g, ' ').replace(formula, "$1$2'")
}

/** A text without the apostrophes of `spreadsheetText`. */
export function plainText(cell: string): string {
  const text = cell.replace(marked, '$1$2')
  return number.test(text) ? cell : text
}
