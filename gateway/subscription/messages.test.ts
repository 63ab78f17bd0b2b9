import { describe, expect, it } from '@jest/globals'
import { readMessage } from './messages.ts'

describe('a message of a client', () => {
  it.each([
    { type: 'connection_init' },
    { type: 'connection_init', payload: null },
    { type: 'connection_init', payload: { apiKey: 'x' } },
    { type: 'ping' },
    { type: 'pong', payload: {} },
    { type: 'subscribe', id: '1', payload: { query: '{ a }' } },
    { type: 'subscribe', id: '1', payload: { query: '{ a }', operationName: null, variables: null, extensions: null } },
    { type: 'subscribe', id: '1', payload: { query: '', operationName: 'A', variables: { a: 1 }, extensions: {} } },
    { type: 'complete', id: '1' },
  ])('is read: %j', (message) => {
    expect(readMessage(JSON.stringify(message))).toEqual(message)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"ping"',
    '{}',
    '{"type":"next","id":"1"}',
    '{"type":"connection_init","payload":[]}',
    '{"type":"ping","payload":"x"}',
    '{"type":"subscribe","payload":{"query":"{ a }"}}',
    '{"type":"subscribe","id":"","payload":{"query":"{ a }"}}',
    '{"type":"subscribe","id":1,"payload":{"query":"{ a }"}}',
    '{"type":"subscribe","id":"1"}',
    '{"type":"subscribe","id":"1","payload":{"query":1}}',
    '{"type":"subscribe","id":"1","payload":{"query":"","operationName":1}}',
    '{"type":"subscribe","id":"1","payload":{"query":"","variables":[]}}',
    '{"type":"subscribe","id":"1","payload":{"query":"","extensions":"x"}}',
    '{"type":"complete"}',
  ])('is none that a client may send: %s', (text) => {
    expect(readMessage(text)).toBeUndefined()
  })
})
