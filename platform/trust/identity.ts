import {
  createHash,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { GraphQLError } from 'graphql'
import { maxSkewSeconds } from '../values/clock.ts'
import { deriveKeys, type Secrets } from './secret.ts'
import { isRecent, maxTokenAgeSeconds, SeenIds } from './single-use.ts'
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
  /** Of the partner, as guests read it; absent without a key. */
  readonly partnerName?: string
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
  /** What is in memory is returned only if it has reached this position (platform/postgres/fact-log.ts). */
  readonly factsAt?: string
}

interface SigningKey {
  /** The first part of every token made with the key: it names the key without revealing it. */
  readonly head: string
  readonly key: KeyObject
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
 * in use; those it replaces are still accepted. Written with Node's own hashes, which take a tenth of the processor time
 * of a general library.
 */
export class IdentitySigner {
  readonly #keys: readonly [SigningKey, ...SigningKey[]]
  readonly #seen = new SeenIds()
  /** Tokens are numbered: the first part of their ids is this signer's alone. */
  readonly #name = randomBytes(12).toString('base64url')
  #signed = 0

  constructor(secrets: Secrets) {
    const [current, ...previous] = deriveKeys(secrets, 'identity')
    this.#keys = [named(current), ...previous.map(named)]
  }

  /** `operation` is the text that the token goes with, as it is sent. */
  async sign(identity: Identity, audience: string, operation: string): Promise<string> {
    const [{ head, key }] = this.#keys
    const claims: Claims = {
      ...identity,
      op: hashOf(operation),
      aud: audience,
      jti: `${this.#name}.${(this.#signed += 1).toString(36)}`,
      iat: Math.floor(Date.now() / 1_000),
    }
    const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    return `${signed}.${signatureOf(key, signed).toString('base64url')}`
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
    const claims = this.#claimsIn(token)
    if (claims?.aud !== audience) throw unsigned()
    if (!isRecent(claims.iat * 1_000)) throw refused(clocksDiffer)
    return claims
  }

  /** The identity in a token that was verified before. */
  read(token: string): Identity {
    return identityIn(claimsOf(token))
  }

  /** The claims of a token that is signed with one of our keys, and with nothing else. */
  #claimsIn(token: string | undefined): Claims | undefined {
    const end = token?.lastIndexOf('.') ?? -1
    if (token === undefined || end === -1) return undefined
    const head = token.slice(0, token.indexOf('.'))
    const signed = token.slice(0, end)
    const given = Buffer.from(token.slice(end + 1), 'base64url')
    const isOurs = this.#keys.some((known) => {
      if (known.head !== head) return false
      const expected = signatureOf(known.key, signed)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    return isOurs ? claimsOf(token) : undefined
  }
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims

const signatureOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } })

/** The refusal of a request whose identity is not signed for it. */
export const unsigned = (): GraphQLError => refused('A signed identity is required')

const hashOf = (text: string | Buffer): string => hash('sha256', text, 'base64url')

const clocksDiffer = `The signed identity is not of this time: it was under way for more than ${maxTokenAgeSeconds} s, or the clocks of two processes differ by more than ${maxSkewSeconds} s`

const named = (key: Uint8Array): SigningKey => {
  const kid = createHash('sha256').update(key).digest('hex').slice(0, 12)
  return { head: Buffer.from(JSON.stringify({ alg: 'HS256', kid })).toString('base64url'), key: createSecretKey(key) }
}

function identityIn({
  partnerId,
  partnerName,
  environment,
  plan,
  key,
  scopes,
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
    locale,
    requestId,
    ...(operation === undefined ? {} : { operation }),
    ...(factsAt === undefined ? {} : { factsAt }),
  }
}
