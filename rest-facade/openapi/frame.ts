import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

const description = `Partners sell visits to cenotes and tours. Every response has the envelope \`{success, message, data}\`; \
responses to a sandbox key carry \`_sandbox: true\`, and every response to a key names its environment in \`X-Environment\`.

Send the key as \`X-API-Key\`, or as \`Authorization: Bearer\`. \`sk_test_\` keys reach the sandbox, \`pk_live_\` keys the real data. Keys that \
start with \`web_\` are for web pages of the origins that they name: they read cenotes, tours, availability and prices, and \
anything else is 403. The calculation and system paths also work without a key. \`Accept-Language\` takes \`en\`, \`es\` and \`es-MX\`.

Every GET of JSON returns a weak \`ETag\`; send it back as \`If-None-Match\` and an unchanged response is 304. Responses of \
more than 1 KB are compressed for clients that send \`Accept-Encoding\` with \`br\` or \`gzip\`. Every POST and PATCH \
takes an \`Idempotency-Key\`. Every path under \`/api/partner\` is also served under \`/partner\`.

The examples run as they are in an installation with demo data; those for one reservation or webhook need the id of one \
that was created before: the description of the parameter says where to find it, and which steps come first, and the \
interactive reference has a link that creates one in the sandbox. Another path is 404 \`NOT_FOUND\`, another method 405 \
\`METHOD_NOT_ALLOWED\`; what is no HTTP request is 400 \`MALFORMED_REQUEST\`, 408 \`REQUEST_TIMEOUT\` or 431 \
\`HEADERS_TOO_LARGE\`.`

/** Tags with their guide, a page of the documentation. */
const tags: readonly (readonly [name: string, description: string, guide: string])[] = [
  ['Cenotes', 'Catalog and availability.', 'cenotes'],
  ['Tours', 'Tours, and meeting points of tours and cenotes.', 'cenotes'],
  ['Locations', 'States and municipalities that have cenotes.', 'cenotes'],
  ['Reservations', 'Reservations of the partner, and their files.', 'reservations'],
  ['Images', 'Pictures of cenotes and tours.', 'cenotes'],
  ['Reports', 'Sums of reservations, as files.', 'reservations'],
  ['Events', 'The log of events of reservations, and of changes of what is sold.', 'events-and-webhooks'],
  ['Webhooks', 'Receivers of events and their deliveries.', 'events-and-webhooks'],
  ['Pricing', 'Price calculation; amounts in cents.', 'pricing'],
  ['Coupons', 'Validating coupons.', 'coupons'],
  ['Authentication', 'Verifying a key and replacing it.', 'keys-and-limits'],
  ['System', 'Health and status.', 'conventions'],
]

/** Who operates the installation. */
export interface Operator {
  readonly name: string
  readonly email?: string | undefined
  readonly website?: string | undefined
}

/** Whom readers of a document turn to: the operator, by the documentation where it has no website. */
export const contactOf = ({ name, email, website }: Operator, publicUrl: string) => ({
  name,
  url: website ?? `${publicUrl}/docs`,
  ...(email === undefined ? {} : { email }),
})

/** Frame of the OpenAPI 3.1 document; its paths come from the routes' own schemas. */
export function openApiFrame(publicUrl: string, operator: Operator): FastifyDynamicSwaggerOptions['openapi'] {
  const guide = (page: string): string => `${publicUrl}/docs/partner-api/${page}`
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cenote partner API',
      version: '1.0.0',
      description,
      contact: contactOf(operator, publicUrl),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { description: 'Conventions of all operations', url: guide('conventions') },
    tags: tags.map(([name, text, page]) => ({
      name,
      description: text,
      externalDocs: { description: `Guide: ${name}`, url: guide(page) },
    })),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            '`sk_test_` keys reach the sandbox, `pk_live_` keys the real data; `web_test_` and `web_live_` keys do so from web pages of their origins, for reading.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The same key as `Authorization: Bearer <key>`, in place of `X-API-Key`. Both with different keys are 400.',
        },
      },
    },
    security: [{ apiKey: [] }, { bearer: [] }],
  }
}
