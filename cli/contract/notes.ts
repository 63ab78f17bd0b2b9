import type { BreakingChange } from './openapi-changes.ts'

/** The names in backquotes under `### Breaking` in the unreleased part of the changelog. */
export function notedSubjects(changelog: string): Set<string> {
  const [, unreleased = ''] = changelog.split(/^## \[Unreleased\]$/m)
  const [current = ''] = unreleased.split(/^## /m)
  const [, breaking = ''] = current.split(/^### Breaking$/m)
  const [section = ''] = breaking.split(/^### /m)
  return new Set([...section.matchAll(/`([^`]+)`/g)].map(([, subject = '']) => subject))
}

/** The changes that the changelog does not announce. */
export const unannounced = (changes: readonly BreakingChange[], changelog: string): BreakingChange[] => {
  const noted = notedSubjects(changelog)
  return changes.filter(({ subject }) => !noted.has(subject))
}
