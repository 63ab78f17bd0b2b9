/** Matches what PostgreSQL cannot store in a text: NUL, and half of a surrogate pair. */
export const unstorable = /\0|\p{Surrogate}/u

/** Whether a reader sees nothing of a text: white space, code points without a glyph, the empty Braille pattern. */
export const isBlank = (text: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)

/** A text without the space around it; null where a reader sees nothing. */
export const visibleText = (text: string | null | undefined): string | null =>
  text == null || isBlank(text) ? null : text.trim()

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Longer combinations are no character of any script: they are cut between code points. */
const maxCharacterLength = 100

/** The start of the character at an offset of a text: a grapheme, such as a letter with its accents or a family emoji. */
function characterStart(text: string, offset: number): number {
  const end = offset + maxCharacterLength
  const start = characters.segment(text.slice(0, end)).containing(offset)?.index ?? offset
  if (offset - start < maxCharacterLength) return start
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset
}

/** A text, or as many of its first characters as fit into a length. */
export const cutText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, characterStart(text, maxLength))

/** A text without its middle where it is longer than two halves. */
export const cutMiddle = (text: string, half: number): string =>
  text.length <= 2 * half ? text : `${cutText(text, half)}…${text.slice(characterStart(text, text.length - half))}`

/** Matches the e-mail addresses that OCTO's published schemas accept; not every valid address is one of them. */
export const emailPattern = "(?!\\.)(?!.*\\.\\.)[\\w'+.-]*[\\w+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}"

const letter = '\\p{L}\\p{N}'
const label = `[${letter}](?:[${letter}\\p{M}-]{0,61}[${letter}\\p{M}])?`
/** Matches an e-mail address as HTML's forms do, with letters of every script in both parts (RFC 6531). */
export const internationalEmailPattern = `[${letter}\\p{M}\\p{So}.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*`
const internationalEmail = new RegExp(`^${internationalEmailPattern}$`, 'u')

export const isEmailAddress = (text: string): boolean => internationalEmail.test(text)

/** A telephone number as people write one. */
export const phonePattern = '^[+(]?[0-9][0-9 ()+./#x-]{2,38}$'

const directionMarks = '\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff'
const spaces = '\\u00a0\\u2000-\\u200a\\u202f\\u3000'
const hyphens = '\\u2010-\\u2013\\u2212'
/** The same with the invisible marks, spaces and hyphens of programs that it is copied from, which `plainPhone` replaces. */
export const copiedPhonePattern = `^[${directionMarks}${spaces} ]*[+(]?[${directionMarks}]*[0-9][0-9 ()+./#x${directionMarks}${spaces}${hyphens}-]{2,38}$`

/** A telephone number without marks of direction, and with plain spaces and hyphens. */
export const plainPhone = (text: string): string =>
  text
    .replace(new RegExp(`[${directionMarks}]`, 'g'), '')
    .replace(new RegExp(`[${spaces}]`, 'g'), ' ')
    .replace(new RegExp(`[${hyphens}]`, 'g'), '-')
    .trim()

/** Letters and signs that Unicode does not decompose, in lower case, and the keys that people type for them. */
const typed: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ς: 'σ' },
  ...Object.fromEntries([...'‘’‚‛ʹʻʼʽ′'].map((quote) => [quote, "'"])),
  ...Object.fromEntries([...'“”„‟'].map((quote) => [quote, '"'])),
  ...Object.fromEntries([...'‐‒–—―−'].map((dash) => [dash, '-'])),
}
const typedOtherwise = new RegExp(`[${Object.keys(typed).join('')}]`, 'g')

/**
 * A text as people type it when they search: without case and accents, with plain quotes, dashes and letters (Straße is
 * strasse, Łódź is lodz). The databases have a function `fold` that does the same.
 */
export const foldText = (text: string): string =>
  text
    // Decomposed, these would be spaces with an accent.
    .replace(/[´`]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(typedOtherwise, (found) => typed[found] ?? found)

/** The folded search text; undefined when it is empty. */
export const searchedText = (search: string | null | undefined): string | undefined =>
  foldText(search ?? '')
    .replace(/\s+/g, ' ')
    .trim() || undefined

/** The LIKE pattern of texts that contain another. */
export const patternContaining = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
