import { Type, type TSchema } from 'typebox'
import { errorCatalog, type ErrorCode as Code } from '../../schema/error-catalog.ts'

/** A value or null. */
export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** The kind of a service. */
export const ServiceCategory = () => Type.Enum(['transportation', 'equipment', 'guide', 'food', 'photo', 'other'])

/** A text in both languages. */
export const LocalizedText = Type.Object({ es: Type.String(), en: Type.String() }, { title: 'LocalizedText' })

/** Schema of a success envelope around some data (docs/partner-api/conventions.md#responses). */
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

/** A documented response with headers of its own. */
export const withHeaders = (response: TSchema, headers: Readonly<Record<string, object>>): TSchema =>
  ({ ...response, headers }) as TSchema

/** The response of a creation: 201 with the URL of the new resource. */
export const Created = (data: TSchema, description: string): TSchema =>
  withHeaders(Success(data, description), {
    Location: { type: 'string', format: 'uri', description: 'URL of the new resource.' },
  })

export const ErrorCode = Type.Enum(Object.keys(errorCatalog), {
  title: 'ErrorCode',
  description: 'New codes may be added: treat one that you do not know by its status.',
})

/** The format of every error but those of validation (docs/partner-api/errors.md#codes). */
export const FailureBody = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: ErrorCode,
      message: Type.String({ description: 'In the language of Accept-Language.' }),
      status: Type.Integer({ description: 'The status of the response.' }),
      details: Type.Optional(
        Type.Object(
          {},
          { additionalProperties: true, description: 'Details of the error; each code has its own members.' },
        ),
      ),
      messageKey: Type.Optional(Type.String()),
      requestId: Type.Optional(Type.String({ description: 'Also in the header X-Request-Id.' })),
      docs: Type.Optional(Type.String({ format: 'uri', description: 'URL of the description of the code.' })),
    }),
    _sandbox: Type.Optional(Type.Literal(true)),
  },
  { title: 'Failure' },
)

/** The format of validation failures, which names fields (docs/partner-api/errors.md#codes). */
export const ValidationBody = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({ description: 'The key `error.validation`.' }),
    error: Type.String(),
    statusCode: Type.Literal(400),
    code: Type.Literal('ERROR_VALIDACION'),
    timestamp: Type.String({ format: 'date-time' }),
    path: Type.String(),
    errors: Type.Object({
      messages: Type.Array(Type.String()),
      fields: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Every offending field, dotted.' }),
    }),
    detail: Type.String({
      description: 'A sentence that names the offending fields, in the language of Accept-Language.',
    }),
    requestId: Type.String({ description: 'Also in the header X-Request-Id.' }),
    docs: Type.Optional(Type.String({ format: 'uri', description: 'URL of the description of the code.' })),
    _sandbox: Type.Optional(Type.Literal(true)),
  },
  { title: 'ValidationFailure' },
)

export type CodesByStatus = Readonly<Record<number, readonly Code[]>>

/** Error codes in place of a response schema; the document describes the failure from them. */
export const refusal = (codes: readonly Code[]): TSchema => ({ 'x-codes': codes }) as TSchema

/** Failures of a route by status; the document adds those of its method (openapi/failures.ts). */
export const failures = (own: CodesByStatus = {}): Record<number, TSchema> =>
  Object.fromEntries(Object.entries(own).map(([status, codes]) => [status, refusal(codes)]))

/** Security of a route that works with and without a key. */
export const keyOptional: Record<string, string[]>[] = [{}, { apiKey: [] }, { bearer: [] }]

/** A picture of a cenote or a tour. */
export const Image = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    alt: Type.String(),
    type: Type.String({ description: 'main or gallery' }),
    order: Type.Integer(),
  },
  { title: 'Image' },
)
