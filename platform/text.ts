/** What PostgreSQL keeps in no text: NUL, and half of a surrogate pair, which is no character. */
export const unstorable = /\0|\p{Surrogate}/u
