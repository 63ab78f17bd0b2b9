import { Type, type TSchema } from 'typebox'

/** A value or null. */
export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** Documented shape of a success envelope around some data (docs/partner-api/conventions.md#responses). */
export function Success(data: TSchema, description: string, extras: Record<string, TSchema> = {}): TSchema {
  return Type.Object(
    {
      success: Type.Literal(true),
      message: Type.String(),
      data,
      ...extras,
      _sandbox: Type.Optional(Type.Literal(true, { description: 'Present on responses to a sandbox key.' })),
    },
    { description },
  )
}

/** The same for an answer that has created something: 201 with its address. */
export const Created = (data: TSchema, description: string): TSchema =>
  ({
    ...Success(data, description),
    headers: { Location: { type: 'string', format: 'uri', description: 'Where to read what was created.' } },
  }) as TSchema

/** The format of every error but those of validation (docs/partner-api/conventions.md#errors). */
export const FailureBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.String(),
      message: Type.String({ description: 'In the language of Accept-Language.' }),
      status: Type.Integer(),
      details: Type.Optional(Type.Object({}, { additionalProperties: true })),
      messageKey: Type.Optional(Type.String()),
      requestId: Type.String(),
    }),
    _sandbox: Type.Optional(Type.Literal(true)),
  },
  { title: 'Failure' },
)

/** The format of validation failures, which names fields (docs/partner-api/conventions.md#errors). */
export const ValidationBody = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String(),
    error: Type.String(),
    statusCode: Type.Integer(),
    code: Type.Literal('ERROR_VALIDACION'),
    timestamp: Type.String({ format: 'date-time' }),
    path: Type.String(),
    errors: Type.Object({
      messages: Type.Array(Type.String()),
      fields: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Every offending field, dotted.' }),
    }),
    _sandbox: Type.Optional(Type.Literal(true)),
  },
  { title: 'ValidationFailure' },
)

const reasons: Record<number, string> = {
  401: 'AUTHENTICATION_REQUIRED, INVALID_API_KEY',
  403: 'INSUFFICIENT_PERMISSIONS',
  429: 'RATE_LIMIT_EXCEEDED',
  503: 'SERVICE_UNAVAILABLE',
}

/** Documented failures of a route: those given, by status and codes, and those that every route has. */
export function failures(own: Record<number, string> = {}): Record<number, TSchema> {
  const documented: Record<number, TSchema> = {}
  for (const [status, codes] of Object.entries({ ...reasons, ...own })) {
    documented[Number(status)] = { ...FailureBody, description: codes } as TSchema
  }
  const refused = own[400]
  documented[400] = {
    ...(refused === undefined ? ValidationBody : Type.Union([ValidationBody, FailureBody])),
    description: ['ERROR_VALIDACION', refused].filter(Boolean).join(', '),
  } as TSchema
  return documented
}

/** Security of a route that answers with and without a key. */
export const keyOptional: Record<string, string[]>[] = [{}, { apiKey: [] }]
