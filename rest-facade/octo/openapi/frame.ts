import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { contactOf, type Operator } from '../../openapi/index.ts'

const description = `Resellers whose systems speak [OCTO](https://docs.octo.travel), the open standard of tours and attractions, \
read products and availability here and make bookings. A booking is a reservation of the partner API and the other way round.

Send the key as \`Authorization: Bearer\`, or as \`X-API-Key\`. \`sk_test_\` keys reach the sandbox, \`pk_live_\` keys the \
real data. \`Octo-Capabilities\` names the capabilities that a request uses: \`pricing\` and \`content\` add \
members. Bodies are JSON; members that are not documented are ignored. Every path works with and without a slash at its end.

A success is 200, a refusal 400 with \`{error, errorMessage}\` and the id at fault, also for unknown paths and methods. 401, \
403, 429, 500 and 503 have the same form. Every POST and PATCH of bookings and subscriptions takes an \`Idempotency-Key\`: repeated, \
it has its first response, also when the booking has changed since. \`POST /bookings\` with the same \`uuid\` is the same booking in any case.

Amounts are integer cents of MXN. The examples run as they are in an installation with demo data, in the order create, \
read, extend, change, confirm, cancel.`

const tags: readonly (readonly [name: string, description: string, section: string])[] = [
  ['Supplier', 'The seller of all products.', 'supplier'],
  ['Capabilities', 'Parts of the standard that a request may use.', 'capabilities'],
  ['Products', 'Cenotes and tours, with one option and a unit for each age.', 'product'],
  ['Availability', 'Days and times with room, and their prices.', 'availability'],
  ['Bookings', 'Holding places, confirming, changing and cancelling.', 'booking'],
  ['Notifications', 'Subscriptions to changes.', 'notifications'],
]

/** The guide of these paths, a page of the documentation. */
export const guide = (publicUrl: string, section = ''): string =>
  `${publicUrl}/docs/partner-api/octo${section && `#${section}`}`

/** Frame of the document of OCTO; its paths come from the routes' own schemas. */
export const octoFrame = (publicUrl: string, operator: Operator): FastifyDynamicSwaggerOptions['openapi'] => ({
  openapi: '3.1.0',
  info: {
    title: 'Cenote bookings over OCTO',
    version: '1.0.0',
    description,
    contact: contactOf(operator, publicUrl),
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  },
  servers: [{ url: `${publicUrl}/octo/v1` }],
  externalDocs: { description: 'Guide: OCTO', url: guide(publicUrl) },
  tags: tags.map(([name, text, section]) => ({
    name,
    description: text,
    externalDocs: { description: `Guide: ${name}`, url: guide(publicUrl, section) },
  })),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          '`sk_test_` keys reach the sandbox, `pk_live_` keys the real data. `X-API-Key` takes the same key.',
      },
    },
  },
  security: [{ bearer: [] }],
})
