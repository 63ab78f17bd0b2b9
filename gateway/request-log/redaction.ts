import { Kind, parse, print, visit, type ValueNode } from 'graphql'
import { memoized } from '../../platform/values/memoized.ts'

const maxCharacters = 4_000
const maxNodes = 500
/** What stands for a text that may describe a guest. */
const hidden = '…'

/** Texts that describe no one: ids, dates, times, instants, enum values, coupon-like references of reservations. */
const harmless = [
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^\d{4}-\d{2}-\d{2}$/,
  /^([01]\d|2[0-3]):[0-5]\d$/,
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/,
  /^(CEN|CNF)-[0-9A-Z]{6}$/,
  /^[A-Z]{2,}(_[A-Z]+)+$/,
  /^(true|false|asc|desc|now|-?\d{1,6}(\.\d{1,6})?)$/i,
]
/** Members that describe a guest whatever they hold. */
const guestMembers = new Set(['guest', 'guestemail', 'email', 'phone', 'name', 'dateofbirth', 'nationality', 'search'])

const isHarmless = (text: string): boolean => harmless.some((form) => form.test(text))
const describesGuest = (member: string): boolean => guestMembers.has(member.toLowerCase())

/**
 * A value without what may describe a guest: of texts only ids, dates and the like remain, of everything else the form.
 * A list of what may stay is safe also for members that are added later.
 */
export function withoutGuests(value: unknown): unknown {
  let left = maxNodes
  const redact = (one: unknown): unknown => {
    left -= 1
    if (left < 0) return hidden
    if (typeof one === 'string') return isHarmless(one) ? one : hidden
    if (typeof one === 'number') return Math.abs(one) < 1e9 ? one : hidden
    if (Array.isArray(one)) return one.slice(0, left + 1).map(redact)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one)
        .slice(0, left + 1)
        .map(([member, inner]) => [
          isMemberName(member) ? member : hidden,
          describesGuest(member) ? hidden : redact(inner),
        ]),
    )
  }
  return redact(value)
}

/** Other names of members are a caller's own words. */
const isMemberName = (text: string): boolean => /^[A-Za-z_]\w{0,63}$/.test(text)

/** Names of routes and slugs; not an e-mail address, a telephone number, a key or a token. */
const plainSegment = /^[a-z][a-z0-9]*([-.][a-z0-9]+)*$/i
const maxSegment = 60

const shownSegment = (segment: string): string =>
  segment === '' || isHarmless(segment) || (plainSegment.test(segment) && segment.length <= maxSegment)
    ? segment
    : hidden

/** A path and its query, of each only what describes no one. */
export function pathWithoutGuests(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const shown = path.split('/').slice(0, 30).map(shownSegment).join('/').slice(0, 500)
  if (query === undefined || query === '') return shown
  const parameters = [...new URLSearchParams(query)].slice(0, 30).map(([name, value]) => {
    const isShown = !describesGuest(name) && (isHarmless(value) || isListOfNames(value))
    return `${isMemberName(name) ? name : hidden}=${isShown ? value : hidden}`
  })
  return `${shown}?${parameters.join('&')}`
}

/** Of `fields`, `expand` and `types`. A single word may be a name. */
const isListOfNames = (value: string): boolean => /^[a-z]+([.,][A-Za-z]+)+$/.test(value) && value.length < 500

/** The body of a REST request as text. */
export function bodyWithoutGuests(body: unknown): string | null {
  if (body === undefined || body === null) return null
  return JSON.stringify(withoutGuests(body)).slice(0, maxCharacters)
}

/** Clients send the same documents again and again. */
const documentWithoutGuests = memoized(100, (query): string | null => {
  try {
    const document = parse(query, { noLocation: true, maxTokens: 2_000 })
    const literal = (node: ValueNode): ValueNode | undefined => {
      if (node.kind === Kind.STRING && !isHarmless(node.value)) return { ...node, value: hidden, block: false }
      if (node.kind === Kind.INT && node.value.length > 9) return { kind: Kind.STRING, value: hidden }
      return undefined
    }
    return print(
      visit(document, {
        StringValue: literal,
        IntValue: literal,
        ObjectField: (node) =>
          describesGuest(node.name.value) && node.value.kind !== Kind.VARIABLE
            ? { ...node, value: { kind: Kind.STRING, value: hidden } }
            : undefined,
      }),
    )
  } catch {
    // What is no document may be anything.
    return null
  }
})

/** The document and variables of a GraphQL request as text; texts in the document are hidden like those of variables. */
export function operationWithoutGuests({ query, variables }: { query?: unknown; variables?: unknown }): string | null {
  const document = typeof query === 'string' && query.length <= 20_000 ? documentWithoutGuests(query) : null
  const values =
    variables === undefined || variables === null ? null : JSON.stringify(withoutGuests(variables), null, 2)
  const parts = [document, values].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join('\n\n').slice(0, maxCharacters)
}
