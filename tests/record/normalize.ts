import type { Json } from '../testkit/responses.ts'
import { codePattern, type Entry, type Recording } from './entry.ts'

/** Members that are measured, part of what is random, or as far as the background has come when a response is sent. */
const measured =
  /^(searchTime|searchTimeMs|durationMs|lastDurationMs|responseTimeMs|uptime|lastFour|lastUsedAt|sent|sentAt|marked|remaining|attempts|bytes)$/
/** Logs of everything that runs, requests of the recorder's waits included: of them only the form is compared. */
const logs = /^Query\.(requestLog|backgroundWork)$/
/** A list by ids that each installation makes for itself: its order is another each time. */
const byRandomId = /^Query\.allAgeConfigurations$/
/** Headers that follow from the time, the callers before, or the bytes of a body. */
const headerForms: readonly (readonly [RegExp, string])[] = [
  [/^x-ratelimit-|^retry-after$|^age$/, '<number>'],
  [/^etag$/, '<etag>'],
  [/signature$/, '<signature>'],
  [/timestamp$|^last-modified$|^expires$/, '<instant>'],
]
const idPattern = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/g
const patterns = [
  String.raw`(?<instant>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))`,
  String.raw`(?<stamp>\b\d{8}T\d{6}Z)`,
  String.raw`(?<date>\b\d{4}-\d\d-\d\d(?!\d))`,
  `(?<id>${idPattern.source})`,
  String.raw`(?<secret>\bwhsec_[A-Za-z0-9+/]+=*)`,
  // Of a visit that a disruption cancelled: whether it was marked before depends on which of two jobs came first.
  String.raw`(?<sequence>^SEQUENCE:\d+$)`,
  `(?<code>\\b${codePattern.source})`,
  String.raw`(?<token>[A-Za-z0-9_-]{16,}=*)`,
  String.raw`(?<port>(?<=127\.0\.0\.1:)\d{4,5})`,
  String.raw`(?<clock>\b\d{1,2}:\d\d(?::\d\d)?\b)`,
].join('|')
const minute = 60_000
const day = 24 * 60 * minute

/** Both recordings without what differs from one to the next: ids, codes, tokens, instants, signatures, dates. */
export function normalizeRecordings(
  [old, next]: readonly [Recording, Recording],
  renames: Readonly<Record<string, string>>,
): [Entry[], Entry[]] {
  const today = Math.floor(old.startedAt / day) * day
  const minutes = new Set([old, next].flatMap(minutesOf))
  const known = idsIn(next)
  const stable = new Set([...idsIn(old)].filter((id) => known.has(id)))
  const normalized = (recording: Recording): Entry[] => new Normalizer(recording, today, minutes, stable).entries()
  return [normalized({ ...old, entries: old.entries.map((entry) => renamed(entry, renames)) }), normalized(next)]
}

const idsIn = ({ entries }: Recording): Set<string> =>
  new Set(entries.flatMap((entry) => JSON.stringify(entry).match(idPattern) ?? []))

/** The minutes of the hour that a text may name as now, in whichever time zone. */
const minutesOf = ({ startedAt, endedAt }: Recording): number[] =>
  Array.from({ length: Math.ceil((endedAt - startedAt) / minute) + 2 }, (_, index) =>
    new Date(startedAt + (index - 1) * minute).getUTCMinutes(),
  )

class Normalizer {
  /** Each is named after the entry that shows it first: one more in there renames none of others. */
  readonly #names = new Map<string, string>()
  #entry = ''
  #unseen = 0
  #counts = new Map<string, number>()

  constructor(
    readonly recording: Recording,
    readonly today: number,
    readonly minutes: ReadonlySet<number>,
    /** Ids of both recordings, such as those of demo data, which every installation has. */
    readonly stableIds: ReadonlySet<string>,
  ) {}

  entries(): Entry[] {
    return this.recording.entries.map((entry) => {
      const operation = this.#operation(entry.operation)
      this.#entry = `${operation} ${entry.step}`
      this.#counts.clear()
      return {
        ...entry,
        operation,
        request: this.#value(entry.request),
        headers: Object.fromEntries(
          Object.entries(entry.headers).map(([name, value]) => [name, this.#header(name, value)]),
        ),
        body: this.#value(comparable(entry)),
      }
    })
  }

  /** A mail is named after its reservation, which may have been seen nowhere else. */
  #operation(name: string): string {
    return name.replace(codePattern, (code) => {
      if (!this.#names.has(code)) this.#names.set(code, `<code ${(this.#unseen += 1)} of mails alone>`)
      return this.#names.get(code) ?? code
    })
  }

  #header(name: string, value: string): string {
    return headerForms.find(([pattern]) => pattern.test(name))?.[1] ?? this.#text(value)
  }

  #value(value: Json): Json {
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value)) return value.map((inner) => this.#value(inner))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name === 'headers' && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
          return [
            name,
            Object.fromEntries(Object.entries(inner).map(([one, text]) => [one, this.#header(one, String(text))])),
          ]
        return [this.#text(name), measured.test(name) ? '<measured>' : this.#value(inner)]
      }),
    )
  }

  #text(text: string): string {
    return text.replace(new RegExp(patterns, 'g'), (found, ...rest) => {
      const groups = rest.at(-1) as Record<string, string | undefined>
      if (groups['instant'] !== undefined) return this.#instant(found, Date.parse(found))
      if (groups['stamp'] !== undefined) return this.#instant(found, parseStamp(found))
      if (groups['date'] !== undefined) return this.#date(Date.parse(found)) ?? found
      if (groups['port'] !== undefined) return '<port>'
      if (groups['sequence'] !== undefined) return 'SEQUENCE:<measured>'
      if (groups['clock'] !== undefined) return this.minutes.has(Number(found.split(':')[1])) ? '<clock>' : found
      if (groups['token'] !== undefined) return this.#token(found)
      return groups['secret'] === undefined ? this.#named(groups['id'] ? 'id' : 'code', found) : '<secret>'
    })
  }

  /** Tokens contain when they were issued, so that two may or may not be equal. After words there may be an id or a code. */
  #token(found: string): string {
    const [, words = '', rest = ''] = /^((?:[a-z]+[-_])*)(.*)$/.exec(found) ?? []
    if (rest !== '' && rest.replace(idPattern, '') === '') return words + this.#named('id', rest)
    if (rest !== '' && rest.replace(codePattern, '') === '') return words + this.#named('code', rest)
    return isToken(found) ? '<token>' : found
  }

  #named(kind: string, value: string): string {
    if (this.stableIds.has(value)) return value
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `<${kind} ${count} of ${this.#entry}>`
    this.#names.set(value, name)
    return name
  }

  #date(time: number): string | undefined {
    if (Number.isNaN(time)) return undefined
    const distance = Math.floor(time / day) - this.today / day
    return `<day ${distance < 0 ? '' : '+'}${distance}>`
  }

  /**
   * Now, if it is during the recording, since two such instants may or may not be equal; day and hour of a whole minute;
   * otherwise the distance.
   */
  #instant(found: string, time: number): string {
    const { startedAt, endedAt } = this.recording
    if (Number.isNaN(time)) return found
    if (time >= startedAt - 5 * minute && time <= endedAt + minute) return '<now>'
    // Holds have the seconds of their start, which may be those of a whole minute.
    const isHold = time > startedAt && time < startedAt + 2 * day
    if (time % (isHold ? 15 * minute : minute) === 0)
      return `${this.#date(time)}T${new Date(time).toISOString().slice(11, 16)}`
    if (!isHold) return this.#date(time) ?? found
    return `<now ${Math.ceil((time - startedAt) / (5 * minute)) * 5} min>`
  }
}

function comparable({ operation, body }: Entry): Json {
  if (logs.test(operation)) return formOf(body)
  return byRandomId.test(operation) ? withSortedNodes(body) : body
}

/** Elements of connections in the order of what they say, ids aside. */
function withSortedNodes(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  const textOf = (node: Json): string =>
    JSON.stringify({ ...node, id: '', node: { ...node?.node, id: '' }, cursor: '' })
  const sort = (list: Json[]): Json[] => [...list].sort((one, other) => textOf(one).localeCompare(textOf(other)))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, Array.isArray(inner) ? sort(inner) : withSortedNodes(inner)]),
  )
}

/** The names of a value's members, down to those of the elements of a connection; of a list those of the first. */
function formOf(value: Json, depth = 5): Json {
  if (depth === 0 || typeof value !== 'object' || value === null) return 'a value'
  if (Array.isArray(value)) return value.slice(0, 1).map((inner) => formOf(inner, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, formOf(inner, depth - 1)]))
}

const parseStamp = (stamp: string): number =>
  Date.parse(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6'))

/** Neither a word nor a name: hexadecimal, or letters of both cases with digits or many capitals. */
function isToken(text: string): boolean {
  const capitals = text.match(/[A-Z]/g)?.length ?? 0
  const isMixed = capitals > 0 && /[a-z]/.test(text) && (/\d/.test(text) || capitals * 4 >= text.length)
  return isMixed || (/^[0-9a-f]+$/i.test(text) && /\d/.test(text))
}

/** An entry of the old commit with the names of the new one. */
export function renamed(entry: Entry, renames: Readonly<Record<string, string>>): Entry {
  if (Object.keys(renames).length === 0) return entry
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const type = renames[value.__typename as string] ?? (value.__typename as string | undefined)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) =>
        name === '__typename' ? [name, type] : [renames[`${type}.${name}`] ?? renames[name] ?? name, walk(inner)],
      ),
    )
  }
  return { ...entry, body: renamedRoot(walk(entry.body), entry.operation) }

  /** The member of `data` that has the name of the root field. */
  function renamedRoot(body: Json, operation: string): Json {
    const [, field] = operation.split('.')
    const [old] = Object.entries(renames).find(([, name]) => name === operation) ?? []
    if (!old || !field || !body?.data) return body
    const { [old.split('.')[1] ?? '']: value, ...others } = body.data
    return { ...body, data: { [field]: value, ...others } }
  }
}
