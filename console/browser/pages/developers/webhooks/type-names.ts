import { allEventTypes, typesMatching, type AnyEventType } from '../../../../../schema/event-types.ts'
import { translateValue, type Translate } from '../../../text/text.ts'
import type { Kind } from '../events/kinds.ts'

export const everything = '*'

/** The name that stands for all types of a kind, also those that are added later. */
export const wildcardOf = (kind: Kind): string => `${kind.toLowerCase()}.*`
export const typeNamesOf = (kind: Kind): readonly AnyEventType[] => typesMatching(wildcardOf(kind))

/** The names in the order of the contract, without those that a chosen wildcard covers. */
export function namesWithout(chosen: readonly string[], kinds: readonly Kind[]): readonly string[] {
  if (chosen.includes(everything)) return [everything]
  const wildcards = kinds.map(wildcardOf).filter((name) => chosen.includes(name))
  const covered = new Set<string>(wildcards.flatMap(typesMatching))
  const types = allEventTypes.filter((type) => chosen.includes(type) && !covered.has(type))
  const known = new Set<string>([...wildcards, ...allEventTypes])
  return [...wildcards, ...types, ...chosen.filter((name) => !known.has(name))]
}

/** A type or wildcard in words. */
export function wordsOf(name: string, translate: Translate): string {
  if (name === everything) return translate('webhooks.type.everything')
  if (!name.endsWith('.*')) return translateValue(translate, 'event', name.replace('.', '_').toUpperCase())
  const kind = translateValue(translate, 'events.kind', name.slice(0, -2).toUpperCase())
  return translate('webhooks.type.allOf', { kind })
}
