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

/** Languages of what a reader runs or saves; of `json request` all, and of a transcript what follows a prompt. */
const inputs = /^(sh|bash|js|ts|python|html|yaml|graphql|json request)$/
/** A day of these years passes; samples that need one far ahead take one later. */
const passingDay = /\b20[2-8]\d-[01]\d-[0-3]\d/g

/** Days in what a page shows to be run, sent or saved, which fail once they have passed. */
const passingDays = (text: string): string[] => {
  const fences = [...text.matchAll(/^ *```(.*)\n([^]*?)^ *```/gm)]
  const written = fences.flatMap(([, info = '', code = '']) => {
    if (inputs.test(info)) return [code]
    return info === '' ? code.split(/^(?=\$ |[A-Z]+ \/|[{+~…])/m).filter((part) => /^(\$|[A-Z]+ \/)/.test(part)) : []
  })
  const queries = [...text.matchAll(/[?&]\w+=[^\s`]*/g)].map(([query]) => query)
  return [...written, ...queries].flatMap((part) => part.match(passingDay) ?? [])
}

it('no sample has a day that passes', () => {
  const guides = files.filter((file) => !/^(CHANGELOG|bench\/|docs\/decisions\/)/.test(file))
  expect(guides.length).toBeGreaterThan(40)
  expect(guides.flatMap((file) => passingDays(readFileSync(file, 'utf8')).map((day) => `${file} ${day}`))).toEqual([])
})

it.each([
  '```sh\ncurl -d \'{"visitDate": "2026-12-05"}\' "$URL"\n```',
  '```yaml\nvalidUntil: 2027-02-01T00:00:00Z\n```',
  '```json request\n{ "date": "2026-12-05" }\n```',
  '```\n$ curl -d \'{"query":\n  "{ from: 2026-12-24 }"}\' "$URL"\n{"data": "2026-12-24"}\n```',
  '`GET /availability?startDate=2026-12-01&visitors=2`',
])('a day that passes is found: %s', (text) => {
  expect(passingDays(text)).toHaveLength(1)
})

it.each([
  '```json\n{ "createdAt": "2026-12-05" }\n```',
  '```sh\ncurl "$BASE?startDate=$DATE"\n```',
  '```yaml\nvalidUntil: 2099-01-01T00:00:00Z\n```',
])('another is not: %s', (text) => {
  expect(passingDays(text)).toEqual([])
})

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
