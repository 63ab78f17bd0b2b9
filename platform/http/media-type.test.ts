import { describe, expect, it } from '@jest/globals'
import { namedMediaType, preferredMediaType } from './media-type.ts'

const json = 'application/json'
const graphql = 'application/graphql-response+json'
const events = 'text/event-stream'
const offered = [json, graphql, events].map((type) => `${type}; charset=utf-8`)

describe('the media type of a response', () => {
  it.each([
    [undefined, json],
    ['', json],
    ['*/*', json],
    ['application/*', json],
    ['text/*', events],
    [graphql, graphql],
    [`${json}, ${graphql}`, json],
    [`${graphql}, ${json}`, graphql],
    [`${graphql}, ${json};q=0.9`, graphql],
    [`${json};q=0.8, ${graphql};q=0.9`, graphql],
    [`${json}, ${events};q=0`, json],
    [`${events};q=0.5, ${json};q=0.4`, events],
    [`${json};q=0, */*`, graphql],
    [`*/*;q=0.1, ${graphql};q=0`, json],
    ['APPLICATION/JSON', json],
    [`${json};charset=utf-8`, json],
    [`${graphql}; charset=utf-8, ${json}; charset=utf-8`, graphql],
    [`${json}; charset=utf-16`, undefined],
    ['text/html', undefined],
    [`${json};q=0`, undefined],
    ['*/*;q=0', undefined],
    ['nonsense', undefined],
    [`${json};q=x, ;;;,/,"`, undefined],
    // The header of urql for each operation.
    [`${graphql}, application/graphql+json, ${json}, ${events}, multipart/mixed`, graphql],
  ])('for Accept: %s is %s', (accept, expected) => {
    expect(preferredMediaType(accept, offered)?.split(';')[0]).toBe(expected)
  })

  it('can be one that must be named: a caller that accepts anything does not get it', () => {
    const multipart = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0'
    const named = (accept?: string) => namedMediaType(accept, [events, multipart])
    expect(named()).toBeUndefined()
    expect(named('*/*')).toBeUndefined()
    expect(named(`${json}, */*;q=0.5`)).toBeUndefined()
    expect(named(`${json}, Text/Event-Stream`)).toBe(events)
    expect(named(`*/*, ${events};q=0`)).toBeUndefined()
    expect(named('text/*')).toBe(events)
    expect(named(`${multipart},${json}`)).toBe(multipart)
    expect(named('multipart/mixed;deferSpec=20220824')).toBeUndefined()
    expect(named(`${events}, multipart/mixed`)).toBe(events)
  })
})
