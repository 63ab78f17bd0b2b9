import { isObject } from '../../platform/values/json.ts'
import { maxJsonDepth } from '../../platform/http/json-bounds.ts'

/** The messages of clients in the graphql-transport-ws protocol, as its document in the package graphql-ws describes. */
export type ClientMessage =
  | { readonly type: 'connection_init'; readonly payload?: Record<string, unknown> | null }
  | { readonly type: 'ping' | 'pong'; readonly payload?: Record<string, unknown> | null }
  | { readonly type: 'subscribe'; readonly id: string; readonly payload: SubscribePayload }
  | { readonly type: 'complete'; readonly id: string }

export interface SubscribePayload {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
  readonly extensions?: Record<string, unknown> | null
}

/** Variables may nest to the depth that JSON is limited to; the message and its payload are two levels around them. */
export const maxMessageDepth = maxJsonDepth + 2

/** Reads a message whose JSON was found to be within its bounds; undefined when it is not one that a client may send. */
export function readMessage(text: string): ClientMessage | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(message)) return undefined
  const { type, id, payload } = message
  switch (type) {
    case 'connection_init':
    case 'ping':
    case 'pong':
      return isOptionalObject(payload) ? (message as unknown as ClientMessage) : undefined
    case 'subscribe':
      return isId(id) && isSubscribePayload(payload) ? (message as unknown as ClientMessage) : undefined
    case 'complete':
      return isId(id) ? (message as unknown as ClientMessage) : undefined
    default:
      return undefined
  }
}

const isOptionalObject = (value: unknown): boolean => value === undefined || value === null || isObject(value)

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isSubscribePayload = (payload: unknown): boolean =>
  isObject(payload) &&
  typeof payload['query'] === 'string' &&
  ['string', 'undefined'].includes(typeof (payload['operationName'] ?? undefined)) &&
  isOptionalObject(payload['variables']) &&
  isOptionalObject(payload['extensions'])
