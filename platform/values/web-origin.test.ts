import { expect, it } from '@jest/globals'
import { webOrigin } from './web-origin.ts'

it.each([
  ['https://shop.example', 'https://shop.example'],
  ['HTTPS://Shop.Example:443/', 'https://shop.example'],
  ['https://cenotes.méxico.example:8443', 'https://cenotes.xn--mxico-bsa.example:8443'],
  ['http://localhost:5173', 'http://localhost:5173'],
])('the origin %s is read as browsers send it', (text, origin) => {
  expect(webOrigin(text)?.text).toBe(origin)
})

it.each([
  'null',
  '',
  '*',
  'shop.example',
  'https://*.shop.example',
  'https://shop.example/path',
  'https://shop.example?',
  'https://user@shop.example',
  'https://shop.example\\@evil.example',
  'https://one.example, https://two.example',
  'ftp://shop.example',
  'https://',
  `https://${'a'.repeat(300)}.example`,
])('%j is no origin of a page', (text) => {
  expect(webOrigin(text)).toBeNull()
})

it.each([
  ['http://localhost', true],
  ['http://shop.localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.1', true],
  ['http://[::1]:3000', true],
  ['https://localhost.example', false],
  ['https://127.0.0.1.example', false],
  ['http://10.0.0.1', false],
])('%s is this machine: %s', (text, isLoopback) => {
  expect(webOrigin(text)?.isLoopback).toBe(isLoopback)
})
