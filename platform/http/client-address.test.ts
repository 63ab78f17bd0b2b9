import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { clientAddress, isProxyTrust, proxyTrust, subscriberOf } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage
const seen = (setting: string, remoteAddress: string, forwarded?: string): string =>
  clientAddress(request(remoteAddress, forwarded), proxyTrust(setting))

describe('the address of a caller', () => {
  it.each([
    // setting, connection, X-Forwarded-For, client address
    ['false', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['true', '9.9.9.9', '1.1.1.1', '1.1.1.1'],
    ['true', '9.9.9.9', undefined, '9.9.9.9'],
    // Only the last entry, which our own proxy wrote, is trusted; the rest is the caller's claim.
    ['true', '9.9.9.9', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['1', '9.9.9.9', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['2', '9.9.9.9', '6.6.6.6, 1.1.1.1, 8.8.8.8', '1.1.1.1'],
    ['2', '9.9.9.9', '1.1.1.1', '1.1.1.1'],
    ['0', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['10.0.0.0/8', '10.1.2.3', '6.6.6.6, 1.1.1.1, 10.4.4.4', '1.1.1.1'],
    ['10.0.0.0/8', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['10.0.0.0/8, 192.168.1.1', '192.168.1.1', '1.1.1.1, 10.0.0.9', '1.1.1.1'],
    ['fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    // A server that listens on IPv6 sees IPv4 connections as mapped addresses.
    ['10.0.0.0/8', '::ffff:10.1.2.3', '1.1.1.1', '1.1.1.1'],
    ['10.0.0.0/8', '10.1.2.3', 'no address, 1.1.1.1', '1.1.1.1'],
  ])('with TRUST_PROXY=%s, connected from %s and X-Forwarded-For %s is %s', (setting, from, forwarded, address) => {
    expect(isProxyTrust(setting)).toBe(true)
    expect(seen(setting, from, forwarded)).toBe(address)
  })

  it('is not read with a setting that makes no sense', () => {
    for (const setting of ['yes', '-1', '10.0.0.0/8;fd00::/8', 'localhost', ''])
      expect(isProxyTrust(setting)).toBe(false)
    for (const setting of ['10', '10.0.0.0/33', '1.2.3', '10.0.0.0/8,:::']) {
      expect(isProxyTrust(setting)).toBe(false)
      expect(() => proxyTrust(setting)).toThrow('TRUST_PROXY')
    }
  })
})

describe('one subscriber of the internet', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:DB8:1:3:0:0:0:2', '2001:db8:1:3::/64'],
  ])('that calls from %s is %s', (address, subscriber) => {
    expect(subscriberOf(address)).toBe(subscriber)
  })

  it('is the text itself if it is no address, stored in little memory', () => {
    expect(subscriberOf('somewhere')).toBe('somewhere')
    expect(subscriberOf('x'.repeat(10_000))).toHaveLength(100)
  })
})
