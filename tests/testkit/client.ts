import WebSocket from 'ws'
import {
  createCenotesClient,
  type CenotesClient,
  type CenotesClientOptions,
} from '../../clients/typescript/src/index.ts'
import { keys } from './product.ts'

/** The typed client as a partner uses it, against a product or a server of the test. */
export const cenotesClient = (baseUrl: string, options: Partial<CenotesClientOptions> = {}): CenotesClient =>
  createCenotesClient({ baseUrl, apiKey: keys.demo, webSocketImpl: WebSocket, ...options })

/** A fetch that returns these in turn, then as the platform does; remembers the requests. */
export function scriptedFetch(...script: (Response | Error)[]): {
  requests: Request[]
  fetch: (request: Request) => Promise<Response>
} {
  const requests: Request[] = []
  return {
    requests,
    fetch: async (request) => {
      requests.push(request.clone())
      const next = script.shift()
      if (next instanceof Error) throw next
      return next ?? fetch(request)
    },
  }
}
