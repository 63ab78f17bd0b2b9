import {
  Kind,
  parse,
  print,
  visit,
  type DocumentNode,
  type EnumValueNode,
  type NameNode,
  type TypeNode,
  type ValueNode,
} from 'graphql'
import { memoized } from '../../platform/values/memoized.ts'
import type { DocumentedNames } from './documented-names.ts'
import { cutText } from '../../platform/values/text.ts'

const maxCharacters = 4_000
const maxNodes = 500
/** Replaces a text that may describe a guest. */
const hidden = '…'
/** Replaces a name that is not documented: secrets are pasted in the place of names too. */
export const unknownName = '(unknown)'

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
/** The longest enum value has fewer characters. */
const maxHarmless = 100
/** Members that describe a guest, or are secrets of receivers, whatever they hold. */
const guestMembers = new Set([
  ...['guest', 'guestemail', 'email', 'phone', 'name', 'dateofbirth', 'nationality', 'search'],
  'headers',
])

const isHarmless = (text: string): boolean => text.length <= maxHarmless && harmless.some((form) => form.test(text))
const describesGuest = (member: string): boolean => guestMembers.has(member.toLowerCase())

/**
 * A value without what may describe a guest: of texts only ids, dates and the like remain, of everything else the form,
 * and of names of members those that are documented. A list of what may stay is safe also for members that are added
 * later.
 */
export function withoutGuests(value: unknown, names: DocumentedNames): unknown {
  let left = maxNodes
  const redact = (one: unknown): unknown => {
    left -= 1
    if (left < 0) return hidden
    if (typeof one === 'string') return isHarmless(one) ? one : hidden
    if (typeof one === 'number') return Math.abs(one) < 1e9 ? one : hidden
    if (Array.isArray(one)) return one.slice(0, left + 1).map(redact)
    if (typeof one !== 'object' || one === null) return one
    let unknown = 0
    return Object.fromEntries(
      Object.entries(one)
        .slice(0, left + 1)
        .map(([member, inner]) => [
          // Numbered from the second on, so that none replaces another.
          names.has(member) ? member : (unknown += 1) === 1 ? unknownName : `${unknownName} ${unknown}`,
          describesGuest(member) ? hidden : redact(inner),
        ]),
    )
  }
  return redact(value)
}

/** A slug has words and short numbers; not an e-mail address, a telephone number, a key or a token. */
const slug = /^(?=.*[a-z])([a-z]{1,30}|\d{1,4})(-([a-z]{1,30}|\d{1,4}))*$/
const maxSlug = 100

/** The documented parts of a request's path and query. */
export interface DocumentedAddress {
  /** The pattern of its route, such as `/webhooks/:id`; undefined where there is none. */
  readonly pattern: string | undefined
  /** The words of all routes, of which an unknown address may have some. */
  readonly words: ReadonlySet<string>
  readonly names: DocumentedNames
}

/** A path and its query, of each only what is documented and the ids and slugs where such are expected. */
export function pathWithoutGuests(url: string, { pattern, words, names }: DocumentedAddress): string {
  const [path = '', query] = url.split('?', 2)
  const parts = pattern?.split('/')
  const shownSegment = (segment: string, index: number): string => {
    const part = parts?.[index]
    if (segment === '' || segment === part || (!part && words.has(segment))) return segment
    if (!part?.startsWith(':') || /token/i.test(part)) return unknownName
    return isHarmless(segment) || (slug.test(segment) && segment.length <= maxSlug) ? segment : unknownName
  }
  const shown = cutText(path.split('/').slice(0, 30).map(shownSegment).join('/'), 500)
  if (query === undefined || query === '') return shown
  const parameters = [...new URLSearchParams(query)].slice(0, 30).map(([name, value]) => {
    const isShown = !describesGuest(name) && (isHarmless(value) || isListOfNames(value, names))
    return `${names.has(name) ? name : unknownName}=${isShown ? value : hidden}`
  })
  return `${shown}?${parameters.join('&')}`
}

/** Of `fields`, `expand` and `types`. A single word may be a name of a person. */
const isListOfNames = (value: string, names: DocumentedNames): boolean =>
  value.length < 500 && /[.,]/.test(value) && value.split(/[.,]/).every((name) => names.has(name))

/** A body that is not shown, as `image/jpeg, 5000000 bytes`. */
export function bodyBySize(contentType: string | undefined, bytes: number): string {
  const [type = ''] = /^[a-z]{1,20}\/[a-z0-9.+-]{1,40}(?=\s*(;|$))/i.exec(contentType ?? '') ?? []
  return `${type || hidden}, ${bytes} bytes`
}

/** The body of a REST request as text. */
export function bodyWithoutGuests(body: unknown, names: DocumentedNames): string {
  return cutText(JSON.stringify(withoutGuests(body, names)), maxCharacters)
}

/** Clients send the same documents again and again. */
const documentsWithout = new WeakMap<DocumentedNames, (query: string) => RedactedDocument | null>()

interface RedactedDocument {
  readonly text: string
  /** The variables that describe a guest, or hold secrets, under names that callers chose. */
  readonly hiddenVariables: ReadonlySet<string>
}

function documentWithoutGuests(query: string, names: DocumentedNames): RedactedDocument | null {
  let redact = documentsWithout.get(names)
  if (!redact) documentsWithout.set(names, (redact = memoized(100, (text: string) => redacted(text, names))))
  return redact(query)
}

function redacted(query: string, names: DocumentedNames): RedactedDocument | null {
  try {
    const document = parse(query, { noLocation: true, maxTokens: 2_000 })
    const literal = (node: ValueNode): ValueNode | undefined => {
      if (node.kind === Kind.STRING && !isHarmless(node.value)) return { ...node, value: hidden, block: false }
      if (node.kind === Kind.INT && node.value.length > 9) return { kind: Kind.STRING, value: hidden }
      return undefined
    }
    const named = <N extends NameNode | EnumValueNode>(node: N): N | undefined =>
      names.has(node.value) ? undefined : { ...node, value: unknownName }
    const text = print(
      visit(document, {
        StringValue: literal,
        IntValue: literal,
        ObjectField: (node) =>
          describesGuest(node.name.value) && node.value.kind !== Kind.VARIABLE
            ? { ...node, value: { kind: Kind.STRING, value: hidden } }
            : undefined,
        // Also those of operations, fragments, variables and aliases, which a caller chooses.
        Name: named,
        EnumValue: named,
      }),
    )
    return { text, hiddenVariables: hiddenVariablesOf(document) }
  } catch {
    // A text that is not a document may contain anything.
    return null
  }
}

const hiddenTypes = new Set(['WebhookHeaderInput'])
const typeNameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : typeNameOf(type.type))

/** Those of a hidden type, and those that are used within a member that is hidden. */
function hiddenVariablesOf(document: DocumentNode): Set<string> {
  const found = new Set<string>()
  visit(document, {
    VariableDefinition({ variable, type }) {
      if (hiddenTypes.has(typeNameOf(type))) found.add(variable.name.value)
    },
    ObjectField(field) {
      if (!describesGuest(field.name.value)) return
      visit(field.value, {
        Variable({ name }) {
          found.add(name.value)
        },
      })
    },
  })
  return found
}

/** Variables with those replaced that a document hides. */
function shownVariables(variables: unknown, hiddenVariables: ReadonlySet<string> | undefined): unknown {
  if (!hiddenVariables || typeof variables !== 'object' || variables === null) return variables
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, hiddenVariables.has(name) ? hidden : (value as unknown)]),
  )
}

/**
 * The document and variables of a GraphQL request as text; texts in the document are hidden like those of variables, and
 * so are names that are not of the contract.
 */
export function operationWithoutGuests(
  { query, variables }: { query?: unknown; variables?: unknown },
  names: DocumentedNames,
): string | null {
  const document = typeof query === 'string' && query.length <= 20_000 ? documentWithoutGuests(query, names) : null
  const shown = shownVariables(variables, document?.hiddenVariables)
  const values = shown === undefined || shown === null ? null : JSON.stringify(withoutGuests(shown, names), null, 2)
  const parts = [document?.text ?? null, values].filter((part) => part !== null)
  return parts.length === 0 ? null : cutText(parts.join('\n\n'), maxCharacters)
}
