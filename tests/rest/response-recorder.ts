import { readFile, writeFile } from 'node:fs/promises'
import { recordedText, type RecordedResponse } from '../../rest-facade/openapi/index.ts'
import { stableText } from '../docs/page.ts'
import type { Json, TestResponse } from '../testkit/product.ts'

const file = 'rest-facade/openapi/recorded-responses.json'

/** Records the first success of each operation for the reference. */
export class ResponseRecorder {
  readonly #responses = new Map<string, RecordedResponse>()
  readonly #today = new Date().toISOString().slice(0, 10)

  constructor(readonly url: string) {}

  record(operationId: string, { status, headers, body }: TestResponse): void {
    const [type = ''] = headers.get('content-type')?.split(';') ?? []
    if (status >= 300 || type === '' || this.#responses.has(operationId)) return
    const text = JSON.stringify({ operationId, status, type, body: shownBody(type, body) })
    this.#responses.set(operationId, JSON.parse(recordedText(withoutSecrets(text), this.url, this.#today)))
  }

  /** Writes what was recorded. A response that says the same as before stays, so that only changes are written. */
  async write(): Promise<void> {
    const before = JSON.parse(await readFile(file, 'utf8')) as RecordedResponse[]
    const old = new Map(before.map((one) => [one.operationId, one]))
    const responses = [...this.#responses].sort(([one], [other]) => (one < other ? -1 : 1))
    const lines = responses.map(([operationId, now]) => {
      const known = old.get(operationId)
      return `  ${JSON.stringify(known && contentOf(known) === contentOf(now) ? known : now)}`
    })
    await writeFile(file, `[\n${lines.join(',\n')}\n]\n`)
  }
}

/** JSON with short lists, or the beginning of a file: of a table its heading and two lines, of others the first line. */
function shownBody(type: string, body: Json): Json {
  if (!Buffer.isBuffer(body)) return withShortLists(body)
  const lines = body.toString().split(/(?<=\n)/)
  return lines.slice(0, type === 'text/csv' ? 3 : 1).join('')
}

/** A list of items has its first two, and so has a list of more than five inside them. */
function withShortLists(value: Json, depth = 0): Json {
  if (Array.isArray(value)) {
    const isLong = value.length > (depth < 2 ? 2 : 5)
    return (isLong ? value.slice(0, 2) : value).map((item) => withShortLists(item, depth + 1))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withShortLists(inner, depth + 1)]))
}

const withoutSecrets = (text: string): string =>
  text
    .replace(/\b((sk|pk|web)_(test|live)_)[\w-]+/g, '$1example')
    .replace(/\bwhsec_[\w+/=]+/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

/** A response without random values, dates and numbers, which differ from one recording to the next. */
const contentOf = (response: RecordedResponse): string =>
  JSON.stringify(response, (_, value: unknown) =>
    typeof value === 'number' ? 0 : typeof value === 'string' ? stableText(value) : value,
  )
