/** A value of a change as text. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '–')
