import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

const description = `Partners sell visits to cenotes and tours. Every answer has the envelope \`{success, message, data}\`; \
answers to a sandbox key carry \`_sandbox: true\`, and every answer to a key names its environment in \`X-Environment\`.

Send the key as \`X-API-Key\`. \`sk_test_\` keys reach the sandbox, \`pk_live_\` keys the real data. The calculation and \
system paths also answer without a key. \`Accept-Language\` takes \`en\`, \`es\` and \`es-MX\`.

Every GET answers with a weak \`ETag\`; send it back as \`If-None-Match\` and an unchanged answer is 304. Every path under \
\`/api/partner\` also answers under \`/partner\`.`

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
      { name: 'Authentication', description: 'What a key is and may do, and its successor.' },
      { name: 'System', description: 'Health and status.' },
    ],
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    security: [{ apiKey: [] }],
  }
}
