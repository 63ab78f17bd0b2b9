import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { SecretBox } from './secret.ts'

/** A header of the partner's own that each delivery of a webhook carries. */
export interface WebhookHeader {
  readonly name: string
  readonly value: string
}

const maxHeaders = 20
const maxNameLength = 100
const maxValueLength = 2_000
/** Of names and values together: receivers refuse requests with much longer headers. */
const maxLength = 8_000
/** Those that a delivery sets itself, and those that would change the connection or how the body is read. */
const reservedNames = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'traceparent',
  'tracestate',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
const reservedPrefixes = ['content-', 'proxy-', 'webhook-']

const isReserved = (name: string): boolean =>
  reservedNames.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix))

/** The errors of headers that a partner gives. */
export function headerErrors(headers: readonly WebhookHeader[]): FieldErrors {
  if (headers.length > maxHeaders) return { headers: [{ code: 'TOO_MANY_ITEMS', max: maxHeaders }] }
  if (headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0) > maxLength)
    return { headers: [{ code: 'TOO_LONG', max: maxLength }] }
  const fieldErrors: FieldErrors = {}
  const named = new Set<string>()
  for (const [index, { name, value }] of headers.entries()) {
    const [nameField, valueField] = [`headers.${index}.name`, `headers.${index}.value`]
    const lowerName = name.toLowerCase()
    if (name.length > maxNameLength || !isValid(() => validateHeaderName(name)))
      fieldErrors[nameField] = [{ code: 'NOT_A_HEADER_NAME', max: maxNameLength }]
    else if (isReserved(lowerName)) fieldErrors[nameField] = [{ code: 'RESERVED_HEADER' }]
    else if (named.has(lowerName)) fieldErrors[nameField] = [{ code: 'NAMED_TWICE' }]
    if (value.length > maxValueLength) fieldErrors[valueField] = [{ code: 'TOO_LONG', max: maxValueLength }]
    else if (!isValid(() => validateHeaderValue('value', value)))
      fieldErrors[valueField] = [{ code: 'NOT_A_HEADER_VALUE' }]
    named.add(lowerName)
  }
  return fieldErrors
}

function isValid(validate: () => void): boolean {
  try {
    validate()
    return true
  } catch {
    return false
  }
}

/** The owner of a webhook's sealed headers, another than that of its secrets: neither opens in the other's place. */
export const headersOf = (webhookId: string): string => `headers of ${webhookId}`

/** Headers as they are stored; null for none. */
export const sealHeaders = (
  headers: readonly WebhookHeader[],
  webhookId: string,
  box: Pick<SecretBox, 'seal'>,
): Buffer | null =>
  headers.length === 0
    ? null
    : box.seal(Buffer.from(JSON.stringify(headers.map(({ name, value }) => ({ name, value })))), headersOf(webhookId))

/** Stored headers; null when they were sealed with a SIGNING_SECRET that is no longer accepted, or changed. */
export function openHeaders(
  sealed: Buffer | null,
  webhookId: string,
  box: Pick<SecretBox, 'open'>,
): WebhookHeader[] | null {
  if (sealed === null) return []
  const text = box.open(sealed, headersOf(webhookId))
  return text && (JSON.parse(text.toString()) as WebhookHeader[])
}
