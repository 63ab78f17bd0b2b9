import { describe, expect, it } from '@jest/globals'
import { isAllowedIp, readAddress, receiverRules } from './address.ts'

const live = receiverRules('live', 'all')
const [sealed, local, open] = (['none', 'loopback', 'all'] as const).map((reach) => receiverRules('sandbox', reach))

const publicAddresses = ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '::ffff:93.184.215.14']
const loopback = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:0:0:1']
const privateAddresses = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12:3456::1', '::ffff:10.0.0.1']
/** Resolves to an address of this network, or to none. */
const never = {
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', '::ffff:169.254.1.1'],
  'cloud metadata': [
    '169.254.169.254',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.100.100.200',
    '192.0.0.192',
  ],
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  'NAT64, local and well-known': ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2001:0:53aa:64c::1'],
  'IPv4-compatible and translated': ['::7f00:1', '::a00:1', '::ffff:0:127.0.0.1'],
  'broadcast, multicast and reserved': [
    '255.255.255.255',
    '224.0.0.1',
    'ff02::1',
    '240.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
  ],
  'outside the routed block of IPv6': ['fec0::1', '100::1', '5f00::1', '4000::1'],
  'no IP address': ['', 'localhost', '1', '300.1.1.1', '1.2.3.4.5', ' 8.8.8.8'],
}

describe('a delivery', () => {
  it('may go to public addresses', () => {
    for (const rules of [live, sealed!, local!, open!])
      for (const ip of publicAddresses) expect([ip, isAllowedIp(ip, rules)]).toEqual([ip, true])
  })

  it('may go to this machine and to private networks only in the sandbox, where a setting allows it', () => {
    for (const ip of loopback)
      expect([ip, ...[live, sealed!, local!, open!].map((rules) => isAllowedIp(ip, rules))]).toEqual([
        ip,
        false,
        false,
        true,
        true,
      ])
    for (const ip of privateAddresses)
      expect([ip, ...[live, sealed!, local!, open!].map((rules) => isAllowedIp(ip, rules))]).toEqual([
        ip,
        false,
        false,
        false,
        true,
      ])
  })

  it.each(Object.entries(never))('never goes to an address that is %s', (_kind, ips) => {
    for (const ip of ips) for (const rules of [live, open!]) expect([ip, isAllowedIp(ip, rules)]).toEqual([ip, false])
  })
})

describe('the address of a receiver', () => {
  it.each([
    'http://127.0.0.1:5432/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.1/',
    'http://０x7f.1/',
    'http://①②⑦.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
  ])('is this machine in every notation: %s', (url) => {
    expect(readAddress(url, sealed!)).toEqual({ problem: { code: 'NOT_A_PUBLIC_ADDRESS' } })
    expect(readAddress(url.replace('http', 'https'), live)).toEqual({ problem: { code: 'NOT_A_PUBLIC_ADDRESS' } })
    expect(readAddress(url, local!).problem).toBeUndefined()
  })

  it('may be http in the sandbox only', () => {
    expect(readAddress('http://receiver.example/', sealed!).problem).toBeUndefined()
    expect(readAddress('http://receiver.example/', live)).toEqual({ problem: { code: 'NOT_AN_HTTPS_ADDRESS' } })
  })
})
