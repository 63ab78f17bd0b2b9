import { createHash } from 'node:crypto'

/** The id by which a document is known: SHA-256 of its text, in hexadecimal. */
export const documentId = (text: string): string => createHash('sha256').update(text).digest('hex')
