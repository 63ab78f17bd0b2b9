/**
 * Codes of GraphQL itself. Their messages describe what is wrong with the caller's document or request, in English;
 * they have no message key and no details.
 */
export const protocolErrors = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The HTTP request, or the message over WebSocket, is not one of GraphQL. Correct what the message names.',
  },
  BAD_USER_INPUT: {
    status: 400,
    meaning: 'A variable or argument does not have a value of its type. Nothing was executed. Correct it.',
  },
  GRAPHQL_PARSE_FAILED: { status: 400, meaning: 'The document is not GraphQL. The message names the place.' },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    meaning:
      'The document does not fit the schema, such as a field that does not exist. Correct what the message names.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: 400,
    meaning: 'The document has no operation, several and no `operationName`, or none of that name.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 404,
    meaning:
      'The server does not have the document of this hash. Send its text along once. Clients do so on their own.',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    status: 400,
    meaning: 'The version of `extensions.persistedQuery` is not 1, or it has no hash.',
  },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly meaning: string }>>

export type ProtocolErrorCode = keyof typeof protocolErrors
