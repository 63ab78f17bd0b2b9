import { cutText } from '../../platform/values/text.ts'
import type { Documents } from './documents.ts'

/** The folder of the snapshots, from the root of the repository. */
export const snapshotFolder = 'schema/contracts'
export const snapshotNames = ['openapi', 'octo', 'asyncapi'] as const satisfies readonly (keyof Documents)[]
export const snapshotFile = (name: keyof Documents): string => `${snapshotFolder}/${name}.json`

/**
 * Formats a document as its snapshot. Members stay in the order of the document, because responses are serialized in
 * that order and ETags and signatures depend on it. Examples and samples are left out: they contain dates relative to
 * today.
 */
export const formatSnapshot = (document: object): string => `${JSON.stringify(withoutExamples(document), null, 2)}\n`

const exampleMembers: ReadonlySet<string> = new Set(['example', 'examples', 'x-codeSamples'])

function withoutExamples(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutExamples)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).filter(([name]) => !exampleMembers.has(name))
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutExamples(inner)]))
}

const maxDifferences = 50

/** Lists how a snapshot differs from what it should be, one line for each path. */
export function snapshotDifferences(committed: string, expected: string): string[] {
  if (committed === expected) return []
  const found: string[] = []
  compare(JSON.parse(committed), JSON.parse(expected), '', (line) => found.push(line))
  if (found.length === 0) return ['only the white space differs']
  const omitted = found.length - maxDifferences
  return omitted > 0 ? [...found.slice(0, maxDifferences), `and ${omitted} more`] : found
}

function compare(before: unknown, after: unknown, path: string, report: (line: string) => void): void {
  const [old, current] = [childrenOf(before), childrenOf(after)]
  if (!old || !current || Array.isArray(before) !== Array.isArray(after)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) report(`${path}: ${brief(before)} is now ${brief(after)}`)
    return
  }
  const at = (key: string): string => (Array.isArray(after) ? `${path}[${key}]` : `${path}/${key}`)
  for (const [key, child] of old)
    if (current.has(key)) compare(child, current.get(key), at(key), report)
    else report(`${at(key)} was removed`)
  for (const [key, child] of current) if (!old.has(key)) report(`${at(key)} was added: ${brief(child)}`)
  const [orderBefore, orderAfter] = [
    [...old.keys()].filter((key) => current.has(key)),
    [...current.keys()].filter((key) => old.has(key)),
  ]
  if (orderBefore.some((key, index) => key !== orderAfter[index]))
    report(`${path}: order is now ${orderAfter.join(', ')}`)
}

/** Returns the members of an object, or the items of an array by what identifies them; undefined for other values. */
function childrenOf(node: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (!Array.isArray(node)) return new Map(Object.entries(node))
  const children = new Map<string, unknown>()
  node.forEach((item: unknown, index) => {
    const identity = identityOf(item)
    children.set(identity === '' || children.has(identity) ? `${index}` : identity, item)
  })
  return children
}

/** Identifies a parameter by place and name, a tag by name, a reference by target: an insertion is one difference then. */
function identityOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return typeof item === 'string' ? item : JSON.stringify(item)
  const { in: place, name, $ref } = item as Record<string, unknown>
  return [place, name, $ref].filter((part) => typeof part === 'string').join(' ')
}

/** Shortens a value to what fits on a line. */
function brief(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 100 ? `${cutText(text, 100)}…` : text
}
