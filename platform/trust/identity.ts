import { createHash, hash, randomBytes } from 'node:crypto'
import { createDecoder, createSigner, createVerifier } from 'fast-jwt'
import { GraphQLError } from 'graphql'
import { maxSkewSeconds } from '../values/clock.ts'
import { deriveKeys, type Secrets } from './secret.ts'
import { isRecent, maxTokenAgeSeconds, SeenIds } from './single-use.ts'
import type { Locale } from '../values/i18n.ts'

/** The environment of a request; each is a PostgreSQL schema of its own. */
export type Environment = 'live' | 'sandbox'
export const environments = ['live', 'sandbox'] as const satisfies readonly Environment[]

export const plans = ['basic', 'pro', 'enterprise'] as const
/** The tier of a key, which decides its limits. */
export type Plan = (typeof plans)[number]

/** The caller, as the gateway authenticated it. Subgraphs trust this and nothing else. */
export interface Identity {
  /** Null for a caller without a key. */
  readonly partnerId: string | null
  /** Of the partner, as guests read it; absent without a key. */
  readonly partnerName?: string
  readonly environment: Environment
  /** Of the key; absent without one. */
  readonly plan?: Plan
  /** The key itself, for records of who did what; absent without one. */
  readonly key?: { readonly id: string; readonly lastFour: string; readonly label?: string | null }
  readonly scopes: readonly string[]
  /** Whether the key is one of web pages, which everyone can read: it only reads what is sold. For the gateway alone. */
  readonly isPublishable?: boolean
  /** Partners that an operator sells for, as far as its operations have named them. */
  partners?: readonly { readonly id: string; readonly name: string }[]
  readonly locale: Locale
  readonly requestId: string
  /** Names the work of a request under an Idempotency-Key, the same each time it is made. */
  operation?: string
  /** Facts in memory are used only if they have reached this position (platform/postgres/fact-log.ts). */
  readonly factsAt?: string
}

interface Claims extends Identity {
  /** Hash of the operation's text. */
  readonly op: string
  readonly aud: string
  /** Identifies the token. */
  readonly jti: string
  /** In seconds. */
  readonly iat: number
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
 * token is a JWT (HS256) for one of them, its audience, for one operation, and for one use. It is signed with the secret
 * in use; those it replaces are still accepted.
 */
export class IdentitySigner {
  readonly #sign: (claims: Omit<Claims, 'iat'>) => string
  /** A verifier for each secret, the one in use first. */
  readonly #verifiers: readonly ((token: string) => Claims)[]
  readonly #seen = new SeenIds()
  /** Tokens are numbered: the first part of their ids is this signer's alone. */
  readonly #name = randomBytes(12).toString('base64url')
  #signed = 0

  constructor(secrets: Secrets) {
    const keys = deriveKeys(secrets, 'identity').map((key) => Buffer.from(key))
    const [current] = keys as [Buffer, ...Buffer[]]
    this.#sign = createSigner({ key: current, algorithm: 'HS256', kid: nameOf(current) })
    this.#verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'], cache: false }))
  }

  /** `operation` is the text that the token goes with, as it is sent. */
  async sign(identity: Identity, audience: string, operation: string): Promise<string> {
    return this.#sign({
      ...identity,
      op: hashOf(operation),
      aud: audience,
      jti: `${this.#name}.${(this.#signed += 1).toString(36)}`,
    })
  }

  /**
   * Throws a GraphQL error with status 401 when the token is missing, forged, too old, for another audience or another
   * operation, or was used before.
   */
  async verify(token: string | undefined, audience: string, operation: string | Buffer): Promise<Identity> {
    const claims = this.#verifiedClaims(token, audience)
    if (claims.op !== hashOf(operation) || !this.#seen.add(claims.jti)) throw unsigned()
    return identityIn(claims)
  }

  /** Throws as `verify` does for a token that is valid for no operation, before one is read. */
  verifyToken(token: string | undefined, audience: string): void {
    if (this.#seen.has(this.#verifiedClaims(token, audience).jti)) throw unsigned()
  }

  #verifiedClaims(token: string | undefined, audience: string): Claims {
    const claims = token === undefined ? undefined : this.#claimsIn(token)
    if (claims?.aud !== audience) throw unsigned()
    if (!isRecent(claims.iat * 1_000)) throw refused(clocksDiffer)
    return claims
  }

  /** The identity in a token that was verified before. */
  read(token: string): Identity {
    return identityIn(decode(token) as Claims)
  }

  /** The claims of a token that is signed with one of our secrets; undefined for any other. */
  #claimsIn(token: string): Claims | undefined {
    for (const verified of this.#verifiers)
      try {
        return verified(token)
      } catch {
        // Malformed, or signed with another secret.
      }
    return undefined
  }
}

const decode = createDecoder()

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } })

/** The refusal of a request whose identity is not signed for it. */
export const unsigned = (): GraphQLError => refused('A signed identity is required')

const hashOf = (text: string | Buffer): string => hash('sha256', text, 'base64url')

const clocksDiffer = `The signed identity is too old or too new: it was in transit for more than ${maxTokenAgeSeconds} s, or the clocks of two processes differ by more than ${maxSkewSeconds} s`

/** Names a key without revealing it. */
const nameOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12)

function identityIn({
  partnerId,
  partnerName,
  environment,
  plan,
  key,
  scopes,
  partners,
  locale,
  requestId,
  operation,
  factsAt,
}: Identity): Identity {
  return {
    partnerId,
    ...(partnerName === undefined ? {} : { partnerName }),
    environment,
    ...(plan === undefined ? {} : { plan }),
    ...(key === undefined ? {} : { key }),
    scopes,
    ...(partners === undefined ? {} : { partners }),
    locale,
    requestId,
    ...(operation === undefined ? {} : { operation }),
    ...(factsAt === undefined ? {} : { factsAt }),
  }
}
