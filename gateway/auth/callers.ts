import type { BodyBounds } from '../../platform/http/body.ts'
import type { SentKeys } from '../../platform/http/sent-keys.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { CallerMeter } from '../rate-limit/caller-meter.ts'

/** The credentials and address by which a request identifies its caller. */
export interface Credentials extends SentKeys {
  readonly acceptLanguage: string | undefined
  /** Of the page that sent it; programs send none. */
  readonly origin?: string | undefined
  readonly requestId: string
}

/** Recognises callers and counts what they do. */
export interface Callers {
  /** Whether a WebSocket needs a key; over HTTP each field decides. */
  readonly socketsNeedKey: boolean
  /**
   * The identity behind a key, or the public one without a key. `meter` is that of the caller's address. Errors:
   * INVALID_API_KEY, ORIGIN_NOT_ALLOWED, RATE_LIMIT_EXCEEDED; ERROR_VALIDACION for two different keys.
   */
  authenticate(credentials: Credentials, meter: CallerMeter): Promise<Identity>
  /**
   * The meter of one request: of the caller's key, or of its address when it has no valid key. Without an address it is
   * an internal operation and never refused. A signed address opened without a key has its own meter when its token was
   * signed here.
   */
  meter(
    identity: Identity | undefined,
    clientAddress: string | undefined,
    alreadyCounted?: boolean,
    signedToken?: string,
  ): CallerMeter
  /** How large what a caller sends may be; undefined is a caller that is not known yet. */
  bodyBounds(identity: Identity | undefined): BodyBounds
  /**
   * Calls back once when the key behind an identity ends; for connections that outlive a request. Returns a function
   * that stops it.
   */
  watch(identity: Identity, onEnd: () => void): () => void
}
