import { readFileSync } from 'node:fs'
import { addDays, daysBetween } from '../../platform/values/clock.ts'
import { exampleVisitDate } from './examples.ts'
import type { Document } from './model.ts'

/** The response of a running product to the example request of an operation. */
export interface RecordedResponse {
  readonly operationId: string
  readonly status: number
  /** Its media type. */
  readonly type: string
  /** JSON, or the first lines of a file. */
  readonly body: unknown
}

/** Address and day of the visit in recorded responses, in place of those of the product that was recorded. */
const recordedUrl = 'http://127.0.0.1:4000'
const recordedVisitDate = '2027-01-02'

const dates = /(?<!\d)20\d\d-\d\d-\d\d(?!\d)/g

/** Text with its address and its dates moved, so that the day of the visit in the examples of one day is that of another. */
const moved = (text: string, urls: readonly [string, string], visitDates: readonly [string, string]): string =>
  text.replaceAll(...urls).replace(dates, (date) => addDays(date, daysBetween(...visitDates)))

/** A JSON text of today's responses as it is recorded. */
export const recordedText = (text: string, url: string, today: string): string =>
  moved(text, [url, recordedUrl], [exampleVisitDate(today), recordedVisitDate])

/** Adds the recorded responses to their operations, with the dates of the example requests of a day. */
export function addRecordedResponses({ paths, servers }: Document, today: string): void {
  const text = readFileSync(new URL('recorded-responses.json', import.meta.url), 'utf8')
  const url = servers[0]?.url ?? recordedUrl
  const recorded = JSON.parse(
    moved(text, [recordedUrl, url], [recordedVisitDate, exampleVisitDate(today)]),
  ) as RecordedResponse[]
  const operations = new Map(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one] as const)),
  )
  for (const { operationId, status, type, body } of recorded) {
    const response = operations.get(operationId)?.responses[status]
    const media = response && 'content' in response ? response.content?.[type] : undefined
    if (media) media.examples = { example: { summary: 'As the sandbox returns it', value: body } }
  }
}
