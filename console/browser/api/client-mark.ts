/** Marks requests of the console in the request log of their key, which leaves them out by default. */
export const clientMark = { 'X-Client': 'console' } as const
