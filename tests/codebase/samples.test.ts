import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { References } from '../testkit/references.ts'

const files = new References(process.cwd()).files.filter(
  (file) => file.endsWith('.md') || file.startsWith('site/pages/'),
)

/** Text that a command of a sample must not contain. */
const refused: readonly (readonly [why: string, command: RegExp])[] = [
  ['hides the error of a response', /\bcurl\b.*?\s(-[a-zA-Z]*f[a-zA-Z]*|--fail)(?=\s)/g],
  ['needs GNU date', /\bdate\b[^|)\n]*\s(-[a-zA-Z]*d|--date)\b/g],
  ['needs GNU sed', /\bsed\b.*[pqd]\}/g],
]

const findings = (text: string): string[] =>
  refused.flatMap(([why, command]) => [...text.matchAll(command)].map(([found]) => `${why}: ${found}`))

it('no sample hides the error of a response, or needs the GNU form of a tool', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((file) => findings(readFileSync(file, 'utf8')).map((found) => `${file} ${found}`))).toEqual([])
})

it.each([
  'curl -sf "$BASE/readyz"',
  'curl -sSf "$TICKET" -o /tmp/ticket.pdf',
  'curl -X POST --fail $URL',
  "DATE=$(date -u -d '+7 days' +%F)",
  'date --date tomorrow',
  "sed -n '/^data/{p;q}'",
])('such a command is found: %s', (command) => {
  expect(findings(command)).toHaveLength(1)
})

it.each([
  'curl -sS --fail-with-body "$URL" -o /tmp/f -d "{}"',
  'date -u +%F',
  "sed -n '/^data/{p;q;}'",
  'The date of a visit -- a day',
])('another is not: %s', (command) => {
  expect(findings(command)).toEqual([])
})
