import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { failures, Success, withHeaders } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import type { Facade } from '../http/facade.ts'
import { RefreshKeyDocument, VerifyKeyDocument } from '../generated/operations.ts'
import { Uuid } from '../schemas/validation.ts'

const Instant = (description: string) => Type.String({ format: 'date-time', description })
const shownKey = {
  id: Uuid('Identifier; no secret.'),
  prefix: Type.String({ examples: ['sk_test_'] }),
  lastFour: Type.String({ description: 'Last four characters of the secret.' }),
  createdAt: Instant('When it was issued.'),
}
const expiresAt = Instant('When it expires: 24 hours after it was refreshed.')
const ApiKey = Type.Object({ ...shownKey, expiresAt: Type.Optional(expiresAt) }, { title: 'ApiKey' })

const Verification = Type.Object(
  {
    valid: Type.Literal(true),
    partner: Type.Object({ id: Uuid('Identifier.'), name: Type.String() }),
    key: ApiKey,
    environment: Type.Enum(['live', 'sandbox']),
    plan: Type.Enum(['basic', 'pro', 'enterprise']),
    scopes: Type.Array(Type.String()),
    limits: Type.Object(
      { perHour: Type.Integer(), perMinute: Type.Integer(), burst: Type.Integer() },
      { description: 'Maximum requests in an hour, a minute and any second; 2147483647 where there is no limit.' },
    ),
  },
  { title: 'Verification' },
)
const RefreshedKey = Type.Object(
  {
    apiKey: Type.String({ description: 'The new key itself, shown this once.' }),
    key: ApiKey,
    previousKey: Type.Object({ ...shownKey, expiresAt }, { title: 'PreviousApiKey' }),
  },
  { title: 'RefreshedKey' },
)

const tags = ['Authentication']

/** Reading and refreshing the API key of a request. */
export function authRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/auth/verify',
      {
        config: { operation: VerifyKeyDocument },
        schema: {
          tags,
          operationId: 'verifyKey',
          summary: 'Read the API key of the request',
          response: { 200: Success(Verification, 'The key is valid.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { viewer } = await facade.executeOrThrow(request, reply, VerifyKeyDocument, {})
        const { partner, key, environment, plan, scopes, limits } = viewer
        return success(request, 'key.verified_successfully', {
          valid: true,
          partner: { id: partner.id, name: partner.name },
          key: keyRepresentation(key),
          environment: environment.toLowerCase(),
          plan: plan.toLowerCase(),
          scopes,
          limits: { perHour: limits.perHour, perMinute: limits.perMinute, burst: limits.burst },
        })
      },
    )

    app.post(
      '/api/auth/refresh',
      {
        config: { operation: RefreshKeyDocument },
        schema: {
          tags,
          operationId: 'refreshKey',
          summary: 'Exchange the key for a new one',
          description:
            'The new key has the same options and shares the limits of the old one. The old key works for 24 more hours. Needs the scope keys:manage.',
          response: {
            201: withHeaders(Success(RefreshedKey, 'The new key, shown this once.'), {
              'Cache-Control': { type: 'string', enum: ['no-store'], description: 'It holds a secret.' },
            }),
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const { refreshKey } = await facade.executeOrThrow(request, reply, RefreshKeyDocument, {})
        reply.code(201).header('cache-control', 'no-store')
        return success(request, 'key.refreshed_successfully', {
          apiKey: refreshKey.apiKey,
          key: keyRepresentation(refreshKey.key),
          previousKey: keyRepresentation(refreshKey.previousKey),
        })
      },
    )
  }
}

interface ShownKey {
  readonly id: string
  readonly prefix: string
  readonly lastFour: string
  readonly createdAt: string
  readonly expiresAt?: string | null
}

/** A key without its secret. One that was not refreshed does not expire. */
const keyRepresentation = ({ id, prefix, lastFour, createdAt, expiresAt }: ShownKey): object => ({
  id,
  prefix,
  lastFour,
  createdAt,
  ...(expiresAt == null ? {} : { expiresAt }),
})
