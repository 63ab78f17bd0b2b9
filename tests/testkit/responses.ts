import { expect } from '@jest/globals'

/** Messages received; only the fields that the tests read. */
export type Json = ReturnType<typeof JSON.parse>

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
  /** For the message of a failure. */
  readonly request: { readonly method: string; readonly address: string; readonly body: unknown }
}

const maxCharacters = 2_000
const shorten = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}... (${text.length} characters)` : text

/** A body as it is read best: the document of a GraphQL request, text as it is, JSON in lines. */
function describeBody(body: unknown): string {
  if (body === undefined) return ''
  if (typeof body === 'string') return `\n${shorten(body)}`
  if (Buffer.isBuffer(body)) return `\n${shorten(body.toString())}`
  return `\n${shorten(JSON.stringify(body, undefined, 2))}`
}

/** A request and its response. */
function describeResponse({ request, status, body }: TestResponse): string {
  const { method, address } = request
  return `${method} ${address}${describeBody(request.body)}\n\nresponse ${status}${describeBody(body)}`
}

const maxLast = 3

declare global {
  /** The last responses of a test, the latest first, each described when it is needed. */
  var lastResponses: (() => string)[] | undefined
}

/** Lets the environment of the tests (`product-environment.js`) add a response to the message of a failure. */
export function recordResponse(response: TestResponse): TestResponse {
  globalThis.lastResponses = [() => describeResponse(response), ...(globalThis.lastResponses ?? [])].slice(0, maxLast)
  return response
}

declare module 'expect' {
  interface Matchers<R> {
    /** A response has a status; if not, the request and the body of the response are shown. */
    toHaveStatus(expected: number): R
  }
}

expect.extend({
  toHaveStatus(response: TestResponse, expected: number) {
    return {
      pass: response.status === expected,
      message: () =>
        `Expected status: ${this.isNot ? 'not ' : ''}${expected}\nReceived status: ${response.status}\n\n${describeResponse(response)}`,
    }
  },
})
