import type { IncomingMessage } from 'node:http'
import { RequestValue } from './request-value.ts'

/** Details of a request that are known only while it is served. */
export interface RequestFacts {
  /** Name of a GraphQL operation; its type when it has none. */
  operation?: string | undefined
  partnerId?: string | undefined
  /** Code of the first error of the response. */
  errorCode?: string | undefined
  /** A GraphQL operation by its type and its name, or the fields it selects; not part of the log's line. */
  label?: string | undefined
}

const facts = new RequestValue<RequestFacts>()

/** Adds to the line that the log gets about a request. Never keys, nor anything that a person entered. */
export function noteRequest(request: IncomingMessage, noted: RequestFacts): void {
  const known = facts.of(request)
  if (known) Object.assign(known, noted)
  else facts.set(request, { ...noted })
}

export const factsOf = (request: IncomingMessage): RequestFacts => facts.of(request) ?? {}
