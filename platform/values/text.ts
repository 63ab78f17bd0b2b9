/** Matches what PostgreSQL cannot store in a text: NUL, and half of a surrogate pair. */
export const unstorable = /\0|\p{Surrogate}/u

/** Matches the e-mail addresses that OCTO's published schemas accept; not every valid address is one of them. */
export const emailPattern = "(?!\\.)(?!.*\\.\\.)[\\w'+.-]*[\\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}"

/** A telephone number as people write one. */
export const phonePattern = '^[+(]?[0-9][0-9 ()+./#x-]{2,38}$'

/** A text without accents and case, for searching; booking's database has a function that does the same. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** The folded search text; undefined when it is empty. */
export const searchedText = (search: string | null | undefined): string | undefined =>
  foldText(search ?? '')
    .replace(/\s+/g, ' ')
    .trim() || undefined

/** The LIKE pattern of texts that contain another. */
export const patternContaining = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
