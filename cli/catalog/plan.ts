import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../platform/values/json.ts'
import { isAmountName } from '../../schema/amount-names.ts'
import type { Step } from '../../platform/postgres/reconcile.ts'

/** The changes of an import to one list. */
type Counts = Record<Step, number>

/** How many items a plan names; all of them are counted. */
const maxNamed = 50
/** How many fields it names of a changed item. */
const maxFields = 8

const signs = { create: '+', change: '~', end: '-', keep: ' ' } as const satisfies Record<Step, string>

/** The changes of an import, as text for a person. */
export class Plan {
  readonly #counts = new Map<string, Counts>()
  readonly #named: string[] = []
  readonly #suspicious: string[] = []

  add(list: string, step: Step, key: string, before: object | null, after: object | null): void {
    const counts = this.#of(list)
    counts[step] += 1
    if (step === 'change' && before && after)
      this.#suspicious.push(...suspiciousAmounts(before, after, `${list} ${key}`))
    if (step === 'keep' || this.#named.length >= maxNamed) return
    const fields = step === 'change' && before && after ? `: ${namedFields(before, after)}` : ''
    this.#named.push(`${signs[step]} ${list} ${key}${fields}`)
  }

  /** A list of the file, which is shown also when it is empty. */
  mention(list: string): void {
    this.#of(list)
  }

  get isEmpty(): boolean {
    return [...this.#counts.values()].every(({ create, change, end }) => create + change + end === 0)
  }

  /**
   * Amounts that become more than 20 times larger or smaller, such as pesos in place of cents. They may be right, and are
   * stored.
   */
  warnings(): string[] {
    const more = this.#suspicious.length - maxNamed
    return [...this.#suspicious.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : [])]
  }

  /** Lines of text: what is named, and the numbers of each list. */
  lines(): string[] {
    const width = Math.max(4, ...[...this.#counts.keys()].map((name) => name.length))
    const row = (name: string, cells: readonly (string | number)[]): string =>
      `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join('')}`
    const total = [...this.#counts.values()].reduce((sum, { create, change, end }) => sum + create + change + end, 0)
    const more = total - this.#named.length
    return [
      ...this.#named,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...(this.#named.length > 0 ? [''] : []),
      row('', ['create', 'change', 'leave alone', 'deactivate']),
      ...[...this.#counts].map(([name, { create, change, keep, end }]) => row(name, [create, change, keep, end])),
    ]
  }

  #of(list: string): Counts {
    let counts = this.#counts.get(list)
    if (!counts) this.#counts.set(list, (counts = { create: 0, change: 0, keep: 0, end: 0 }))
    return counts
  }
}

const suspiciousFactor = 20

/** Amounts of an item that differ by more than the factor, with their path, old and new value; none from or to 0. */
function suspiciousAmounts(before: unknown, after: unknown, path: string): string[] {
  const [left, right] = [membersOf(before), membersOf(after)]
  return Object.entries(left).flatMap(([name, old]) => {
    const now = right[name]
    const at = `${path}.${name}`
    if (typeof old !== 'number' || typeof now !== 'number') return suspiciousAmounts(old, now, at)
    if (!isAmountName(name) && !(isDiscount.test(name) && isFixed(left) && isFixed(right))) return []
    const isSuspicious = Math.min(old, now) > 0 && Math.max(old, now) > suspiciousFactor * Math.min(old, now)
    return isSuspicious ? [`${at}: ${old} -> ${now}, in cents`] : []
  })
}

/** An amount where the discount is fixed, a percentage otherwise. */
const isDiscount = /^(?:value|discountValue)$/
const isFixed = ({ discountType }: Record<string, unknown>): boolean =>
  typeof discountType === 'string' && /^fixed/i.test(discountType)

/** The members of an object; items of a list by their id or position. */
function membersOf(value: unknown): Record<string, unknown> {
  if (!Array.isArray(value)) return isObject(value) ? value : {}
  const nameOf = (item: unknown, index: number): string | number =>
    isObject(item) && typeof item['id'] === 'string' ? item['id'] : index
  return Object.fromEntries(value.map((item: unknown, index) => [nameOf(item, index), item]))
}

function namedFields(before: object, after: object): string {
  const names = changedPaths(before, after, '')
  const shown = names.slice(0, maxFields).join(', ')
  return names.length > maxFields ? `${shown} and ${names.length - maxFields} more` : shown
}

/** Dotted names of what differs, down to plain values and lists. */
function changedPaths(before: unknown, after: unknown, name: string): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [name]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((member) =>
    changedPaths(before[member], after[member], name === '' ? member : `${name}.${member}`),
  )
}
