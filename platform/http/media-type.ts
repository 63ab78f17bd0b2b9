import Negotiator from 'negotiator'

/**
 * The offered media type that an Accept header prefers; undefined when it accepts none. Among equally accepted types
 * the order of `offered` decides.
 */
export const preferredMediaType = <T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined =>
  acceptsAnything(accept) ? offered[0] : (negotiator(accept).mediaTypes([...offered])[0] as T | undefined)

/** The same among types that the header names, so that a caller that accepts anything never gets one of them. */
export function namedMediaType<T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  const ranges = negotiator(accept).mediaTypes()
  const isListed = (type: string): boolean => {
    const [name = ''] = type.split(';')
    return ranges.some((range) => [name, `${name.slice(0, name.indexOf('/'))}/*`].includes(range.toLowerCase()))
  }
  return preferredMediaType(accept, offered.filter(isListed))
}

/** As most programs do; it need not be parsed. */
const acceptsAnything = (accept: string | undefined): boolean => !accept || accept === '*/*'

/** An empty header counts as no header. */
const negotiator = (accept: string | undefined): Negotiator => new Negotiator({ headers: accept ? { accept } : {} })
