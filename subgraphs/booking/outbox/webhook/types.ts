import { apiError } from '../../../../schema/errors.ts'
import {
  isCatalogEventType,
  isReservationEventType,
  typePatterns,
  typesMatching,
  type AnyEventType,
} from '../../../../schema/event-types.ts'
import type { Context } from '../../context.ts'

/** Of which subject events are: reservations, or what is sold. */
export type Subject = 'reservations' | 'catalog'

const scopes: Readonly<Record<Subject, string>> = { reservations: 'reservations:read', catalog: 'catalog:read' }
const wildcards: Readonly<Record<Subject, readonly string[]>> = {
  reservations: ['reservation.*'],
  catalog: typePatterns.filter((pattern) => pattern !== '*' && pattern !== 'reservation.*'),
}

const subjectOf = (type: AnyEventType): Subject => (isCatalogEventType(type) ? 'catalog' : 'reservations')

/** The types that the names of a webhook cover now, each once. */
export const typesNamed = (names: readonly string[]): AnyEventType[] => [...new Set(names.flatMap(typesMatching))]

/** Those that are no type and no wildcard. */
export const unknownNames = (names: readonly string[]): string[] =>
  names.filter((name) => typesMatching(name).length === 0)

/** The names of a webhook that concern one subject; `*` becomes the wildcards of that subject. */
export const namesOf = (subject: Subject, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    if (name === '*') return wildcards[subject]
    return typesMatching(name).some((type) => subjectOf(type) === subject) ? [name] : []
  })

/**
 * Refuses names of events that the caller may not read, except single types of reservations, for which
 * `webhooks:manage` has always been enough. Error: INSUFFICIENT_PERMISSIONS.
 */
export function requireReadable(names: readonly string[], { identity }: Pick<Context, 'identity'>): void {
  const subjects = new Set(typesNamed(names.filter((name) => !isReservationEventType(name))).map(subjectOf))
  const requiredScopes = [...subjects].map((subject) => scopes[subject])
  if (requiredScopes.every((scope) => identity.scopes.includes(scope))) return
  throw apiError('INSUFFICIENT_PERMISSIONS', { requiredScopes, grantedScopes: identity.scopes })
}
