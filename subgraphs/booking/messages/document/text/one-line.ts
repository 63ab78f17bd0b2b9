/**
 * Marks, embeddings, overrides and isolates of direction: with them a name could change the direction of neighbouring
 * text.
 */
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * A text as one line of a document or mail: accents together with their letters, no control characters, nothing that
 * changes the direction of other texts, and no more marks on a letter than any language has.
 */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(directionControls, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .trim()
