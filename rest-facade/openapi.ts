import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

const description = `Partners sell visits to cenotes and tours. Every response has the envelope \`{success, message, data}\`; \
responses to a sandbox key carry \`_sandbox: true\`, and every response to a key names its environment in \`X-Environment\`.

Send the key as \`X-API-Key\`. \`sk_test_\` keys reach the sandbox, \`pk_live_\` keys the real data. The calculation and \
system paths also work without a key. \`Accept-Language\` takes \`en\`, \`es\` and \`es-MX\`.

Every GET returns a weak \`ETag\`; send it back as \`If-None-Match\` and an unchanged response is 304. Every path under \
\`/api/partner\` is also served under \`/partner\`.`

/** Frame of the OpenAPI 3.1 document; its paths come from the routes' own schemas. */
export function openApiDocument(publicUrl: string): FastifyDynamicSwaggerOptions['openapi'] {
  return {
    openapi: '3.1.0',
    info: { title: 'Cenote partner API', version: '1.0.0', description },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'Cenotes', description: 'Catalog and availability.' },
      { name: 'Reservations', description: 'Reservations of the partner, and their files.' },
      { name: 'Events', description: 'The log of what happened to reservations.' },
      { name: 'Webhooks', description: 'Receivers of events, and what was delivered to them.' },
      { name: 'Pricing', description: 'Price calculation; amounts in cents.' },
      { name: 'Coupons', description: 'Validating coupons.' },
      { name: 'Authentication', description: 'Verifying a key and replacing it.' },
      { name: 'System', description: 'Health and status.' },
    ],
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    security: [{ apiKey: [] }],
  }
}
