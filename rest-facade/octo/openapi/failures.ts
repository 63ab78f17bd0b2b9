import {
  pascalCase,
  referenceTo,
  type Operation,
  type Reference,
  type Response,
  type SchemaNode,
} from '../../openapi/index.ts'
import type { IdsAtFault, OctoCode } from '../errors.ts'

interface Meaning {
  readonly text: string
  /** The member that names the id at fault. */
  readonly id?: keyof IdsAtFault
}

const meanings: Readonly<Record<OctoCode, Meaning>> = {
  INVALID_PRODUCT_ID: { text: 'Unknown or not active.', id: 'productId' },
  INVALID_OPTION_ID: { text: 'Another option than `DEFAULT`.', id: 'optionId' },
  INVALID_UNIT_ID: { text: 'A unit that the product does not have.', id: 'unitId' },
  INVALID_AVAILABILITY_ID: {
    text: 'Not an id, one with another offset than that of the product, or in a booking one at which nothing starts.',
    id: 'availabilityId',
  },
  INVALID_BOOKING_UUID: {
    text: 'Not a UUID, unknown, used for another booking before, or that of a hold that has ended.',
    id: 'uuid',
  },
  BAD_REQUEST: { text: 'The request cannot be understood; `errorMessage` names the member.' },
  UNPROCESSABLE_ENTITY: {
    text: 'The request is understood, but not possible: no places, after a deadline, another state.',
  },
  UNAUTHORIZED: { text: 'No key, or one that is unknown, revoked or expired.' },
  FORBIDDEN: { text: 'The key lacks the scope.' },
  TOO_MANY_REQUESTS: { text: 'A limit is reached; retry after the seconds in `Retry-After`.' },
  INTERNAL_SERVER_ERROR: { text: 'An unexpected failure; report `X-Request-Id`.' },
  SERVICE_UNAVAILABLE: { text: 'A part of the service is down; retry after the seconds in `Retry-After`.' },
}

/** Names of the responses that are the same for all operations. */
const sharedNames: Readonly<Record<string, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

/** Describes the failures of an operation, whose route lists their codes, by status. */
export function describeOctoFailures(
  { responses }: Operation,
  shared: Record<string, Response>,
  headersOf: (status: number) => Record<string, unknown>,
): void {
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400) continue
    const codes = codesIn(response)
    const described: Response = {
      description: codes.map((code) => `- \`${code}\`: ${meanings[code].text}`).join('\n'),
      headers: headersOf(Number(status)),
      content: { 'application/json': { schema: failureSchema(codes) } },
    }
    const name = sharedNames[status]
    if (name === undefined) responses[status] = described
    else {
      shared[name] ??= described
      responses[status] = referenceTo('responses', name)
    }
  }
}

const codesIn = (response: Response | Reference): OctoCode[] => {
  const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined
  return (schema?.properties?.['error']?.enum ?? []) as OctoCode[]
}

/** A failure with one of these codes, each of which names its id. */
function failureSchema(codes: readonly OctoCode[]): SchemaNode {
  const [only, ...others] = codes.map(codeSchema)
  return only && others.length === 0 ? only : { anyOf: codes.map(codeSchema) }
}

function codeSchema(code: OctoCode): SchemaNode {
  const { id } = meanings[code]
  return {
    title: pascalCase(code),
    type: 'object',
    required: ['error', 'errorMessage', ...(id ? [id] : [])],
    properties: {
      error: { type: 'string', enum: [code] },
      errorMessage: {
        type: 'string',
        description: 'A sentence for people, in the language of Accept-Language.',
      },
      ...(id ? { [id]: { type: 'string', description: 'The id at fault, as it was sent.' } } : {}),
    },
  }
}
