import type { ExecutionResult } from 'graphql'

/** A result whose data is JSON text; without data the operation was refused before it began. */
export interface JsonResult extends Omit<ExecutionResult, 'data'> {
  readonly data?: string
}

/** A part of a result that is JSON already. */
export abstract class WrittenJson {
  abstract readonly text: string
}

/** JSON that was written as a text. */
export class JsonText extends WrittenJson {
  constructor(readonly text: string) {
    super()
  }
}

// Everything that JSON writes in another form than it is, halves of surrogate pairs included.
// eslint-disable-next-line no-control-regex -- JSON escapes these.
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/

/** Whether a text may have characters that JSON escapes. */
export const needsEscape = (text: string): boolean => escaped.test(text)

/** A text as JSON. Short texts are the rule, and hardly any needs an escape. */
export const textAsJson = (text: string): string =>
  text.length < 64 && !escaped.test(text) ? `"${text}"` : JSON.stringify(text)

/** A result as JSON, the parts that are written already included. Names of GraphQL fields need no escapes. */
export function resultAsJson(value: unknown): string {
  if (value instanceof WrittenJson) return value.text
  if (typeof value === 'string') return textAsJson(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? resultAsJson(item) : `,${resultAsJson(item)}`
    return `[${text}]`
  }
  for (const key of Object.keys(value)) {
    const inner = `"${key}":${resultAsJson((value as Record<string, unknown>)[key])}`
    text += text === '' ? inner : `,${inner}`
  }
  return `{${text}}`
}
