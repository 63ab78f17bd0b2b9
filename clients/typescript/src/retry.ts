/** How often and how long requests are retried. */
export interface RetryOptions {
  /** Attempts after the first; 3 by default, 0 for none. */
  readonly maxRetries?: number
  /** The maximum wait before a retry, in seconds; 60 by default. A longer one is left to the caller. */
  readonly maxWaitSeconds?: number
}

type Fetch = (request: Request) => Promise<Response>

const firstWaitMilliseconds = 250
const maxBackoffMilliseconds = 10_000

/**
 * A fetch that retries what may succeed later: 429 and 503 after the time that the response names, failures of proxies
 * and of the network, and a request whose first attempt is still in progress. A POST or PATCH is retried only with an
 * Idempotency-Key, by which it is executed once.
 */
export function retryingFetch(fetch: Fetch, { maxRetries = 3, maxWaitSeconds = 60 }: RetryOptions = {}): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= maxRetries || !isRepeatable(request)
      // A body can be read only once: a copy is sent while another attempt may follow.
      const outcome = await attemptOf(fetch, isLast ? request : request.clone())
      const waitMilliseconds = isLast ? undefined : await waitFor(outcome, request, attempt)
      if (waitMilliseconds === undefined || waitMilliseconds > maxWaitSeconds * 1_000) {
        if ('failure' in outcome) throw outcome.failure
        return outcome.response
      }
      if ('response' in outcome) await outcome.response.body?.cancel()
      await pause(waitMilliseconds, request.signal)
    }
  }
}

type Outcome = { readonly response: Response } | { readonly failure: unknown }

const attemptOf = async (fetch: Fetch, request: Request): Promise<Outcome> =>
  fetch(request).then(
    (response) => ({ response }),
    (failure: unknown) => ({ failure }),
  )

/** Whether a request carries an API key, in either header. */
export const hasKey = (headers: Headers): boolean => headers.has('X-API-Key') || headers.has('Authorization')

const isRepeatable = ({ method, headers }: Request): boolean =>
  (method !== 'POST' && method !== 'PATCH') || (headers.has('Idempotency-Key') && hasKey(headers))

/** Milliseconds to wait before the next attempt; undefined when a retry would not help. */
async function waitFor(outcome: Outcome, { signal }: Request, attempt: number): Promise<number | undefined> {
  const backoff = Math.random() * Math.min(maxBackoffMilliseconds, firstWaitMilliseconds * 2 ** attempt)
  if ('failure' in outcome) return signal.aborted ? undefined : backoff
  const { status, headers } = outcome.response
  const named = Number(headers.get('Retry-After') ?? NaN) * 1_000
  if (status === 429 || status === 503) return Number.isFinite(named) ? named : backoff
  if (status === 502 || status === 504) return backoff
  return status === 409 && (await isInProgress(outcome.response)) ? backoff : undefined
}

async function isInProgress(response: Response): Promise<boolean> {
  const text = await response.clone().text()
  return text.includes('"IDEMPOTENCY_KEY_IN_USE"')
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
