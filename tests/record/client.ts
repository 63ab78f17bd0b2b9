import { strokesOf } from '../testkit/pdf.ts'
import { freshAddress } from '../testkit/product.ts'
import type { Json } from '../testkit/responses.ts'
import type { Entry } from './entry.ts'

export interface Call {
  readonly operation: string
  readonly method?: string
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Recorded in place of the request's body. */
  readonly shown?: unknown
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

/** Headers of the connection, and those that differ by nature. */
const notRecorded = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'])

/** Sends requests and writes them down with their responses. */
export class Client {
  readonly entries: Entry[] = []
  readonly #steps = new Map<string, number>()

  constructor(
    readonly url: string,
    readonly environment: 'sandbox' | 'live',
    readonly language: 'en' | 'es',
    readonly key: string,
    readonly operatorKey: string,
  ) {}

  async send({ operation, method = 'GET', address, headers = {}, body, shown }: Call): Promise<Reply> {
    const isJson = body !== undefined && !Buffer.isBuffer(body) && !(body instanceof URLSearchParams)
    const response = await fetch(address.startsWith('http') ? address : this.url + address, {
      method,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': freshAddress(),
        'Accept-Language': this.language,
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    })
    const recorded = await bodyOf(response)
    this.write(operation, {
      request: { method, address, ...(body === undefined ? {} : { body: shown ?? bodySent(body) }) },
      status: response.status,
      headers: headersOf(response.headers),
      body: recorded,
    })
    return { status: response.status, headers: response.headers, body: recorded }
  }

  /** Adds an entry; its step counts those of the operation. */
  write(operation: string, entry: Omit<Entry, 'operation' | 'step'>): void {
    const count = (this.#steps.get(operation) ?? 0) + 1
    this.#steps.set(operation, count)
    this.entries.push({ operation, step: `${this.environment} ${this.language} ${count}`, ...entry })
  }
}

export const headersOf = (headers: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !notRecorded.has(name)))

const bodySent = (body: unknown): unknown =>
  Buffer.isBuffer(body) ? '<bytes>' : body instanceof URLSearchParams ? Object.fromEntries(body) : body

async function bodyOf(response: Response): Promise<Json> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (bytes.length === 0) return null
  return contentOf(type, bytes)
}

/** A body as it is compared: JSON, lines of text, the text of a PDF, or the type alone. */
export function contentOf(type: string, bytes: Buffer): Json {
  if (/[/+]json/.test(type)) return JSON.parse(bytes.toString())
  if (type.includes('pdf')) return strokesOf(bytes).map(({ text }) => text)
  if (/^text|xml|javascript|form-urlencoded/.test(type)) return bytes.toString().split(/\r?\n/)
  return `<${type}>`
}
