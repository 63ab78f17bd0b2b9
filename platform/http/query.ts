/** The query of a URL, which begins after its first question mark. */
export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** The names of parameters of a query that are not percent-encoded UTF-8; undefined for a name that is not. */
export function malformedParameters(query: string): (string | undefined)[] {
  if (!query.includes('%')) return []
  return query
    .split('&')
    .filter((parameter) => decoded(parameter) === undefined)
    .map((parameter) => decoded(parameter.split('=', 1)[0] ?? ''))
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
