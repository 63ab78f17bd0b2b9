import type { IncomingMessage } from 'node:http'
import { issuedForm } from '../trust/issued-key.ts'

/** The API keys that a request names. */
export interface SentKeys {
  /** Undefined without a key. */
  readonly apiKey: string | undefined
  /** A second, different key: a request that has one is refused, whatever both are worth. */
  readonly otherApiKey?: string | undefined
}

const bearer = /^bearer(?:[ \t]+(.*))?$/is

/**
 * The key of an Authorization header; undefined for another scheme, which may be meant for a proxy in front. Without a
 * key behind the scheme it is the scheme, which is no key and refused like one that is malformed.
 */
export function bearerKey(authorization: string | undefined): string | undefined {
  const [scheme, key] = bearer.exec(authorization?.trim() ?? '') ?? []
  return key || scheme
}

/** The keys among those that were sent in different places; undefined and empty ones are none. */
export function keysAmong(sent: readonly (string | undefined)[]): SentKeys {
  const [apiKey, ...others] = sent.filter((key) => key !== undefined && key !== '')
  if (apiKey === undefined) return { apiKey }
  return {
    apiKey,
    otherApiKey: others.find((other) => other !== undefined && issuedForm(other) !== issuedForm(apiKey)),
  }
}

/** The keys of a request, from all its headers `X-API-Key` and `Authorization: Bearer`. */
export function sentKeysOf({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): SentKeys {
  const { authorization, 'x-api-key': sent } = headers
  const apiKey = typeof sent === 'string' ? sent.trim() : undefined
  // Headers of one name are joined by commas, which no key has.
  if (authorization === undefined && !apiKey?.includes(',')) return { apiKey: apiKey || undefined }
  const keys: (string | undefined)[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]?.toLowerCase(), rawHeaders[index + 1] ?? '']
    if (name === 'x-api-key') keys.push(value.trim())
    else if (name === 'authorization') keys.push(bearerKey(value))
  }
  return keysAmong(keys)
}
