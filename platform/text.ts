/** What PostgreSQL keeps in no text: NUL, and half of a surrogate pair, which is no character. */
export const unstorable = /\0|\p{Surrogate}/u

/** A telephone number as people write one. */
export const phonePattern = '^[+(]?[0-9][0-9 ()+./#x-]{2,38}$'
