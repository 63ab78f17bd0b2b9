import { errorCatalog, type ErrorCode } from './error-catalog.ts'
import { errorText } from './errors.ts'
import { protocolErrors } from './protocol-errors.ts'

const introduction = `# Errors

Generated from \`schema/error-catalog.ts\` by \`npm run docs:errors\`; do not edit.

Errors have one of two formats. Every error except \`ERROR_VALIDACION\` has this one:

\`\`\`json
{
  "success": false,
  "error": {
    "code": "CENOTE_NOT_FOUND",
    "message": "The cenote does not exist.",
    "status": 404,
    "details": { "cenoteId": "7d4d..." },
    "messageKey": "error.cenote.not_found",
    "requestId": "0b6a...",
    "docs": "https://.../docs/partner-api/errors#cenote_not_found"
  }
}
\`\`\`

A request whose body or parameters do not fit the documented types is 400 \`ERROR_VALIDACION\`, which names every offending field:

\`\`\`json
{
  "success": false,
  "message": "error.validation",
  "error": "Bad Request",
  "statusCode": 400,
  "code": "ERROR_VALIDACION",
  "timestamp": "2026-11-21T10:00:00.000Z",
  "path": "/api/partner/reservations",
  "errors": { "messages": ["visitDate: is required"], "fields": { "visitDate": ["is required"] } }
}
\`\`\`

GraphQL carries the same failures as errors with \`extensions {code, status, messageKey, details, docs}\`; \`docs\` leads to the code on this page, for every status below 500. Decide by \`code\`: it never changes. The message is for people, in the language of \`Accept-Language\`. The request id is also in the header \`X-Request-Id\` of every response; quote it when you report a failure.

Each code has its meaning and what to do, then its \`messageKey\` with the texts in English and Spanish.
`

const protocolIntroduction = `## Codes of GraphQL itself

They occur in \`extensions.code\` of GraphQL responses only, with \`status\` and \`docs\`.`

/** The reference page of all errors, by status and code. */
export function errorsPage(): string {
  const codes = (Object.keys(errorCatalog) as ErrorCode[]).sort(
    (a, b) => errorCatalog[a].status - errorCatalog[b].status || (a < b ? -1 : 1),
  )
  const statuses = [...new Set(codes.map((code) => errorCatalog[code].status))]
  const sections = statuses.map((status) =>
    [`## ${status}`, ...codes.filter((code) => errorCatalog[code].status === status).map(section)].join('\n\n'),
  )
  const protocol = Object.entries(protocolErrors).map(
    ([code, { status, meaning }]) => `### ${code}\n\n${meaning} Status ${status}.`,
  )
  const ofGraphQL = [protocolIntroduction, ...protocol].join('\n\n')
  return `${[introduction, ...sections, ofGraphQL].join('\n').replaceAll('\n\n\n', '\n\n').trim()}\n`
}

function section(code: ErrorCode): string {
  const { key, meaning, action } = errorCatalog[code]
  return `### ${code}

${meaning} ${action}

\`${key}\`: ${errorText(code, 'en')} ${spanish(code)}
`
}

/** The Spanish texts; most have none of their own for Mexico. */
function spanish(code: ErrorCode): string {
  const [es, mexican] = [errorText(code, 'es'), errorText(code, 'es-MX')]
  return es === mexican ? `_${es}_` : `_${es}_ In es-MX: _${mexican}_`
}
