import { createHash, randomBytes } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { decodeJwt, errors, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose'
import { maxSkewSeconds } from '../values/clock.ts'
import { deriveKeys, type Secrets } from './secret.ts'
import { maxTokenAgeSeconds, SeenIds } from './single-use.ts'
import type { Locale } from '../values/i18n.ts'

/** The environment of a request; each is a PostgreSQL schema of its own. */
export type Environment = 'live' | 'sandbox'
export const environments = ['live', 'sandbox'] as const satisfies readonly Environment[]

export const plans = ['basic', 'pro', 'enterprise'] as const
/** What a partner has agreed on for a key. */
export type Plan = (typeof plans)[number]

/** The caller, as the gateway authenticated it. Subgraphs trust this and nothing else. */
export interface Identity {
  /** Null for a caller without a key. */
  readonly partnerId: string | null
  readonly environment: Environment
  /** Of the key; absent without one. */
  readonly plan?: Plan
  /** The key itself, for records of who did what; absent without one. */
  readonly key?: { readonly id: string; readonly lastFour: string }
  readonly scopes: readonly string[]
  readonly locale: Locale
  readonly requestId: string
  /** Names the work of a request under an Idempotency-Key, the same each time it is made. */
  operation?: string
}

interface SigningKey {
  /** Identifies the key without revealing it, so that a token names the key that made it. */
  readonly kid: string
  readonly key: Uint8Array
}

interface Claims extends Identity {
  /** Hash of the operation's text. */
  readonly op: string
}

/** No caller's identity: for what a process requests for itself. */
export const ourselves: Identity = {
  partnerId: null,
  environment: 'live',
  scopes: [],
  locale: 'en',
  requestId: 'readiness',
}

/**
 * Signs and verifies identities that cross a network, between the gateway and a subgraph or between two subgraphs. A
 * token is for one of them, its audience, for one operation, and for one use. It is signed with the secret in use; those
 * it replaces are still accepted.
 */
export class IdentitySigner {
  readonly #keys: readonly [SigningKey, ...SigningKey[]]
  readonly #seen = new SeenIds()

  constructor(secrets: Secrets) {
    const [current, ...previous] = deriveKeys(secrets, 'identity')
    this.#keys = [named(current), ...previous.map(named)]
  }

  /** `operation` is the text that the token goes with, as it is sent. */
  sign(identity: Identity, audience: string, operation: string): Promise<string> {
    const [{ kid, key }] = this.#keys
    return new SignJWT({ ...identity, op: hashOf(operation) })
      .setProtectedHeader({ alg: 'HS256', kid })
      .setAudience(audience)
      .setJti(randomBytes(12).toString('base64url'))
      .setIssuedAt()
      .sign(key)
  }

  /**
   * Throws a GraphQL error with status 401 when the token is missing, forged, too old, for another audience or another
   * operation, or was used before.
   */
  async verify(token: string | undefined, audience: string, operation: string | Buffer): Promise<Identity> {
    const keyOf = ({ kid }: JWTHeaderParameters): Uint8Array => {
      const found = this.#keys.find((known) => known.kid === kid)
      if (!found) throw new Error('The token was signed with a secret that is not accepted')
      return found.key
    }
    try {
      const { payload } = await jwtVerify<Claims>(token ?? '', keyOf as never, {
        algorithms: ['HS256'],
        audience,
        maxTokenAge: maxTokenAgeSeconds,
        clockTolerance: maxSkewSeconds,
        requiredClaims: ['jti', 'op'],
      })
      if (payload.op !== hashOf(operation)) throw new Error('The token is for another operation')
      if (!this.#seen.add(String(payload.jti))) throw new Error('The token was used before')
      return identityIn(payload)
    } catch (error) {
      throw new GraphQLError(isOfAnotherTime(error) ? clocksDiffer : 'A signed identity is required', {
        extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
      })
    }
  }

  /** The identity in a token that was verified before. */
  read(token: string): Identity {
    return identityIn(decodeJwt<Claims>(token))
  }
}

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url')

const clocksDiffer = `The signed identity is not of this time: it was under way for more than ${maxTokenAgeSeconds} s, or the clocks of two processes differ by more than ${maxSkewSeconds} s`

const isOfAnotherTime = (error: unknown): boolean =>
  error instanceof errors.JWTExpired || (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat')

const named = (key: Uint8Array): SigningKey => ({
  kid: createHash('sha256').update(key).digest('hex').slice(0, 12),
  key,
})

function identityIn({ partnerId, environment, plan, key, scopes, locale, requestId, operation }: Identity): Identity {
  return {
    partnerId,
    environment,
    ...(plan === undefined ? {} : { plan }),
    ...(key === undefined ? {} : { key }),
    scopes,
    locale,
    requestId,
    ...(operation === undefined ? {} : { operation }),
  }
}
