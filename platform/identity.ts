import { createHash } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose'
import { GraphQLError } from 'graphql'
import { maxSkewSeconds } from './clock.ts'
import { deriveKeys, type Secrets } from './secret.ts'
import type { Locale } from './i18n.ts'

/** Which world a request reaches; each is a PostgreSQL schema of its own. */
export type Environment = 'live' | 'sandbox'
export const environments = ['live', 'sandbox'] as const satisfies readonly Environment[]

/** Who asks, as the gateway found out. Subgraphs trust it and nothing else. */
export interface Identity {
  /** Null for a caller without a key. */
  readonly partnerId: string | null
  readonly environment: Environment
  readonly scopes: readonly string[]
  readonly locale: Locale
  readonly requestId: string
  /** Names the work of a request under an Idempotency-Key, the same each time it is made. */
  operation?: string
}

const lifetimeSeconds = 60

interface SigningKey {
  /** Names the key without telling it, so that a token says which one made it. */
  readonly kid: string
  readonly key: Uint8Array
}

/**
 * Signs and verifies identities that cross a network, between the gateway and a subgraph or between two subgraphs. A
 * token is for one of them, its audience. It is signed with the secret in use; those it replaces are still accepted.
 */
export class IdentitySigner {
  readonly #keys: readonly [SigningKey, ...SigningKey[]]

  constructor(secrets: Secrets) {
    const [current, ...previous] = deriveKeys(secrets, 'identity')
    this.#keys = [named(current), ...previous.map(named)]
  }

  sign(identity: Identity, audience: string): Promise<string> {
    const [{ kid, key }] = this.#keys
    return new SignJWT({ ...identity })
      .setProtectedHeader({ alg: 'HS256', kid })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(key)
  }

  /** Throws a GraphQL error with status 401 when the token is missing, forged, expired or for another audience. */
  async verify(token: string | undefined, audience: string): Promise<Identity> {
    const keyOf = ({ kid }: JWTHeaderParameters): Uint8Array => {
      const found = this.#keys.find((known) => known.kid === kid)
      if (!found) throw new Error('The token was signed with a secret that is not accepted')
      return found.key
    }
    try {
      const { payload } = await jwtVerify<Identity>(token ?? '', keyOf as never, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['exp'],
        clockTolerance: maxSkewSeconds,
      })
      return identityIn(payload)
    } catch {
      throw new GraphQLError('A signed identity is required', {
        extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
      })
    }
  }

  /** The identity in a token that was verified before. */
  read(token: string): Identity {
    return identityIn(decodeJwt<Identity>(token))
  }
}

const named = (key: Uint8Array): SigningKey => ({
  kid: createHash('sha256').update(key).digest('hex').slice(0, 12),
  key,
})

function identityIn({ partnerId, environment, scopes, locale, requestId, operation }: Identity): Identity {
  return { partnerId, environment, scopes, locale, requestId, ...(operation === undefined ? {} : { operation }) }
}
