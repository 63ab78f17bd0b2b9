import { memoized } from '../values/memoized.ts'

/** The codings that bodies are sent in, the one that is smaller first. */
const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The codings that an Accept-Encoding header allows (RFC 9110, 12.5.3). */
export interface AcceptedCodings {
  /** Those that the client accepts, its favorite first; none that it likes less than no coding. */
  readonly codings: readonly Coding[]
  /** Whether a body must not be sent without a coding. */
  readonly refusesIdentity: boolean
}

const nothing: AcceptedCodings = { codings: [], refusesIdentity: false }
const weight = /^[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*$/i

/** The codings that a client accepts by its header; without one, none. */
export const acceptedCodings = (header: string | undefined): AcceptedCodings =>
  header === undefined ? nothing : parsed(header)

/** Clients send only a few distinct values of the header. */
const parsed = memoized(100, (header): AcceptedCodings => {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', parameter] = part.split(';', 2)
    // What is not a weight says nothing of the coding: it is not used.
    const quality = parameter === undefined ? 1 : Number(weight.exec(parameter)?.[1] ?? 0)
    weights.set(
      name
        .trim()
        .toLowerCase()
        .replace(/^x-gzip$/, 'gzip'),
      quality,
    )
  }
  const ofOthers = weights.get('*') ?? 0
  const identity = weights.get('identity')
  const named = codings.filter((coding) => weights.has(coding))
  // By `*` alone a client may know the older coding only.
  const others = codings.filter((coding) => !weights.has(coding)).toReversed()
  const qualityOf = (coding: Coding): number => weights.get(coding) ?? ofOthers
  const accepted = [...named, ...others]
    .filter((coding) => qualityOf(coding) > 0 && qualityOf(coding) >= (identity ?? 0))
    .sort((a, b) => qualityOf(b) - qualityOf(a))
  return {
    codings: accepted,
    refusesIdentity: identity === undefined ? weights.get('*') === 0 : identity === 0,
  }
})
