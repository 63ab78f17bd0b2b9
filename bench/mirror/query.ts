import { apiKey } from '../chaos/client.ts'
import { oneOf, pause } from '../chaos/random.ts'
import type { Query } from './reader.ts'

interface GraphResult {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

const timeoutMilliseconds = 12_000
/** A process is started again in less. */
const maxMilliseconds = 60_000

/**
 * Sends operations of the demo partner to any of several processes, and retries while none of them responds or a
 * subgraph is unavailable.
 */
export const queryAt =
  (urls: () => readonly string[]): Query =>
  async (query, variables = {}) => {
    const deadline = Date.now() + maxMilliseconds
    for (;;) {
      const result = await execute(urls(), { query, variables }).catch((error: unknown) => String(error))
      if (typeof result !== 'string' && result.data && !result.errors) return result.data
      const isFinal =
        typeof result !== 'string' &&
        result.errors?.some(({ extensions }) => !['SERVICE_UNAVAILABLE', 'TIMEOUT'].includes(extensions?.code ?? ''))
      if (isFinal || Date.now() > deadline)
        throw new Error(`${JSON.stringify(result)} for ${query} ${JSON.stringify(variables)}`)
      await pause(50)
    }
  }

async function execute(urls: readonly string[], body: object): Promise<GraphResult> {
  const [first, ...others] = urls
  if (first === undefined) throw new Error('No process is up')
  const response = await fetch(`${oneOf([first, ...others])}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
  if (response.status >= 500) throw new Error(`status ${response.status}`)
  return (await response.json()) as GraphResult
}
