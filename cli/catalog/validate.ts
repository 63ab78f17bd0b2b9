import { OperatorErrors } from '../../platform/process/operator-error.ts'
import type { InstallationList } from '../../platform/postgres/installation-list.ts'
import type { InvalidFields } from '../../platform/postgres/reconcile.ts'
import { fieldErrorText, type FieldErrors } from '../../schema/field-errors.ts'
import { formatVersion, type FormatPart } from './format.ts'
import type { Lists } from './lists.ts'
import type { Path, SourceDocument } from './source-document.ts'

/** How many errors are reported at once. */
const maxReported = 100

/** Collects what is wrong with a document, by file, line and field. */
export class Problems {
  readonly #document: SourceDocument
  readonly #texts: string[] = []

  constructor(document: SourceDocument) {
    this.#document = document
  }

  get count(): number {
    return this.#texts.length
  }

  get isFull(): boolean {
    return this.count >= maxReported
  }

  add(path: Path, problem: string): void {
    if (this.isFull) return
    const { name } = this.#document
    const line = this.#document.lineOf(path)
    const place = path.length > 0 ? `${fieldName(path)} ` : ''
    this.#texts.push(`${line === undefined ? name : `${name}:${line}`}: ${place}${problem}`)
  }

  addFields(path: Path, errors: InvalidFields): void {
    for (const [field, fieldErrors] of Object.entries(errors as FieldErrors))
      for (const fieldError of fieldErrors)
        this.add([...path, ...(field === '' ? [] : field.split('.'))], fieldErrorText(fieldError, 'en'))
  }

  throwIfAny(): void {
    if (this.#texts.length === 0) return
    const more = this.isFull ? [`There may be more: the first ${maxReported} are shown.`] : []
    throw new OperatorErrors([...this.#texts, ...more])
  }
}

/** A path as people write it: `cenotes[2].location.latitude`. */
function fieldName(path: Path): string {
  return path
    .map((part, index) => (/^\d+$/.test(String(part)) && index > 0 ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('')
}

/** The lists of a document. Throws OperatorErrors naming every part that does not fit the format. */
export function validLists(document: SourceDocument, parts: readonly FormatPart[]): Lists {
  const problems = new Problems(document)
  const { value } = document
  const known = new Map(parts.flatMap(({ lists }) => lists.map((list) => [list.name, list])))
  const lists = new Map<string, readonly unknown[]>()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) problems.add([], 'must be an object')
  else {
    const { formatVersion: version, $schema, ...members } = value as Record<string, unknown>
    if (version !== formatVersion) problems.add(['formatVersion'], `must be ${formatVersion}`)
    if ($schema !== undefined && typeof $schema !== 'string') problems.add(['$schema'], 'must be of type string')
    for (const [name, items] of Object.entries(members)) {
      const list = known.get(name)
      if (!list) problems.add([name], `is unknown; there are ${[...known.keys()].join(', ')}`)
      else if (!Array.isArray(items)) problems.add([name], 'must be a list')
      else {
        checkItems(list, items, problems)
        lists.set(name, items)
      }
    }
  }
  problems.throwIfAny()
  return lists
}

function checkItems(list: InstallationList, items: readonly unknown[], problems: Problems): void {
  const firstOf = new Map<string, number>()
  const before = problems.count
  for (const [index, item] of items.entries()) {
    if (problems.isFull) return
    const errors = list.errors(item)
    problems.addFields([list.name, index], errors)
    if (Object.keys(errors).length > 0) continue
    const key = list.keyOf(item)
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, index)
    else problems.add([list.name, index, list.keyMember], `repeats ${list.name}[${first}]: ${key}`)
  }
  if (problems.count > before) return
  for (const [index, errors] of list.across(items)) problems.addFields([list.name, index], errors)
}
