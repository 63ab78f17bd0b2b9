/** A text; names that a calculation shows in French too. */
export const text = (en: string, es: string, fr?: string) => ({ en, es, ...(fr === undefined ? {} : { fr }) })
