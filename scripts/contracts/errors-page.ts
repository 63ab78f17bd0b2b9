import { errorCatalog, type CatalogEntry, type ErrorCode } from '../../schema/error-catalog.ts'
import { errorText } from '../../schema/errors.ts'
import { protocolErrors } from '../../schema/protocol-errors.ts'

const introduction = `<!-- Generated from schema/error-catalog.ts by npm run docs:errors; do not edit. -->

# Errors

Decide by \`code\`: it never changes. Every error except \`ERROR_VALIDACION\` has this format:

\`\`\`json
{
  "success": false, "error": {
    "code": "CENOTE_NOT_FOUND", "status": 404, "details": { "cenoteId": "7d4d..." },
    "message": "The cenote does not exist.", "messageKey": "error.cenote.not_found",
    "requestId": "0b6a...", "docs": "https://.../docs/partner-api/errors#cenote_not_found"
  }
}
\`\`\`

A request whose body or parameters do not fit the documented types is 400 \`ERROR_VALIDACION\`, which names every offending field:

\`\`\`json
{
  "success": false, "message": "error.validation", "error": "Bad Request", "statusCode": 400,
  "code": "ERROR_VALIDACION", "timestamp": "2026-11-21T10:00:00.000Z", "path": "/api/...",
  "errors": { "messages": ["visitDate: is required"], "fields": { "visitDate": ["is required"] } },
  "detail": "The request is not valid: visitDate (is required).",
  "requestId": "0b6a...", "docs": "https://.../docs/partner-api/errors#error_validacion"
}
\`\`\`

- GraphQL has the same failures as errors with \`extensions {code, status, messageKey, details, docs}\`, those of [GraphQL itself](#codes-of-graphql-itself) as \`extensions {code, status, docs}\`; over HTTP, WebSocket, \`multipart/mixed\` and \`text/event-stream\` alike.
- \`docs\` leads to the code on this page, for every status below 500.
- \`message\` is for people, in the language of \`Accept-Language\`. Below it follows \`messageKey\`, in English and in _Spanish_. \`ERROR_VALIDACION\` has the key as its \`message\`, and the sentence for people as \`detail\`: it names up to five fields, \`errors.fields\` all of them.
- \`requestId\` is also in the header \`X-Request-Id\` of every response; quote it when you report a failure.

## Codes
`

const protocolIntroduction = `## Codes of GraphQL itself

They occur in \`extensions.code\` of GraphQL responses only, with \`status\` and \`docs\`.
`

/** The reference page of all errors, by status and code. The site gives the row of a code its anchor. */
export function errorsPage(): string {
  const codes = (Object.keys(errorCatalog) as ErrorCode[]).sort(
    (a, b) => errorCatalog[a].status - errorCatalog[b].status || (a < b ? -1 : 1),
  )
  const catalog = table(codes.map(row))
  const protocol = table(
    Object.entries(protocolErrors).map(([code, { status, meaning }]) => [`\`${code}\``, String(status), meaning]),
  )
  return [introduction, catalog, protocolIntroduction, protocol].join('\n')
}

function row(code: ErrorCode): string[] {
  const { key, status, meaning, action } = errorCatalog[code]
  const text = `${meaning} ${action}`.replaceAll(
    /See docs\/([\w/-]+)\.md#([\w-]+)/g,
    (_, page: string, heading: string) => `See [${heading.replaceAll('-', ' ')}](../${page}.md#${heading})`,
  )
  const { reasons = {} }: CatalogEntry = errorCatalog[code]
  const texts = [
    `\`${key}\`: ${errorText(code, 'en')} ${spanish(code)}`,
    ...Object.keys(reasons).map((reason) => `\`${reason}\`: ${errorText(code, 'en', reason)} ${spanish(code, reason)}`),
  ]
  return [`\`${code}\``, String(status), [text, ...texts].join(' ')]
}

/** The Spanish texts; most have none of their own for Mexico. */
function spanish(code: ErrorCode, reason?: string): string {
  const [es, mexican] = [errorText(code, 'es', reason), errorText(code, 'es-MX', reason)]
  return es === mexican ? `_${es}_` : `_${es}_ In es-MX: _${mexican}_`
}

/** A table as Prettier formats it. */
function table(rows: readonly (readonly string[])[]): string {
  const heading = ['Code', 'Status', 'Meaning and what to do']
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [heading, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('')
}
