import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { GraphQLError } from 'graphql'
import { deriveKey } from './secret.ts'
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

/** Signs and verifies identities that cross a network between the gateway and a subgraph. */
export class IdentitySigner {
  readonly #key: Uint8Array

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'identity')
  }

  sign(identity: Identity): Promise<string> {
    return new SignJWT({ ...identity })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(this.#key)
  }

  /** Throws a GraphQL error with status 401 when the token is missing, forged or expired. */
  async verify(token: string | undefined): Promise<Identity> {
    try {
      const { payload } = await jwtVerify<Identity>(token ?? '', this.#key, { algorithms: ['HS256'] })
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

function identityIn({ partnerId, environment, scopes, locale, requestId, operation }: Identity): Identity {
  return { partnerId, environment, scopes, locale, requestId, ...(operation === undefined ? {} : { operation }) }
}
