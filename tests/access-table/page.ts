import { callers, type CallerName, type Need } from './world.ts'

/** One row of the table: what was seen for each caller, such as `404 CENOTE_NOT_FOUND`. */
export interface Row {
  readonly what: string
  readonly need: Need
  readonly seen: Readonly<Record<CallerName, string>>
}

const titles: Readonly<Record<CallerName, string>> = {
  own: 'its owner',
  none: 'no key',
  wrong: 'wrong key',
  revoked: 'revoked key',
  noScope: 'without the scope',
  otherPartner: 'another partner',
  otherEnvironment: 'the other environment',
  overLimit: 'over the limit',
}
const columns: readonly CallerName[] = ['own', ...callers.filter((caller) => caller !== 'own')]

const introduction = `# Access

Made by \`npm run docs:access\` from what was seen; do not edit. \`tests/every-path.test.ts\` sends every request of the OpenAPI document and every root field of GraphQL as each of these callers, holds the answer against what is decided, and this page against the answers.

- **needs**: what the key must be allowed; \`a key\` is any valid key, \`nothing\` is answered without one too.
- **its owner**: a key that has this scope and no other, of the partner and environment that what is asked for belongs to.
- **no key**: 401 \`AUTHENTICATION_REQUIRED\`. **wrong key**, **revoked key**: 401 \`INVALID_API_KEY\`, also where none is needed.
- **without the scope**: a key with every scope but this; 403 \`INSUFFICIENT_PERMISSIONS\`. Where no scope is needed, a key with none.
- **another partner**, **the other environment**: a key with every scope, but of another partner, or of the same partner in the live environment, asks for what is in the sandbox. What belongs to a partner answers 404 with the code of what does not exist; lists answer with that caller's own.
- **over the limit**: 429 \`RATE_LIMIT_EXCEEDED\`, before anything else but the key is looked at.

GraphQL answers 200 to whatever ran: the statuses below are those of the error, in \`extensions.status\`. Refusals for want of a key or a scope were the same over server-sent events, and those for the scope over WebSocket too; a WebSocket without a valid key is closed with 4401. Under \`/partner\` every path of \`/api/partner\` answers alike.
`

/** The page of docs/partner-api/access.md. */
export function accessPage(rest: readonly Row[], graphql: readonly Row[]): string {
  return [introduction, `## REST\n\n${table(rest)}`, `## GraphQL\n\n${table(graphql)}`].join('\n')
}

function table(rows: readonly Row[]): string {
  const lines = [
    ['', 'needs', ...columns.map((caller) => titles[caller])],
    ...rows.map(({ what, need, seen }) => [
      `\`${what}\``,
      need,
      ...columns.map((caller) => seen[caller].split(' ')[0] ?? ''),
    ]),
  ]
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = lines
  return [text(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(text), ''].join('\n')
}
