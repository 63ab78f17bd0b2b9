import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { errorsPage } from '../scripts/contracts/errors-page.ts'
import { errorCatalog, type CatalogEntry, type ErrorCode } from './error-catalog.ts'
import { errorText } from './errors.ts'

const codes = Object.keys(errorCatalog) as ErrorCode[]

describe('the error catalog', () => {
  it('is what docs/partner-api/errors.md says; after a change run "npm run docs:errors"', () => {
    expect(readFileSync(new URL('../docs/partner-api/errors.md', import.meta.url), 'utf8')).toBe(errorsPage())
  })

  it.each(codes)('explains %s and says it in every language with the same details', (code) => {
    const { meaning, action, key, reasons = {} }: CatalogEntry = errorCatalog[code]
    expect(meaning).toMatch(/^[A-Z].*\.$/)
    expect(action).toMatch(/^[A-Z].*\.$/)
    expect(key).toMatch(/^error\.[a-z_.]+$/)
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
    for (const reason of [undefined, ...Object.keys(reasons)]) {
      const english = errorText(code, 'en', reason)
      for (const locale of ['es', 'es-MX'] as const)
        expect(names(errorText(code, locale, reason))).toEqual(names(english))
      expect(errorText(code, 'es', reason)).not.toBe(english)
    }
  })

  it('names the codes of GraphQL itself, and only documents that exist', () => {
    const page = errorsPage()
    for (const code of ['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED', 'PERSISTED_QUERY_NOT_FOUND'])
      expect(page).toMatch(new RegExp(`^\\| \`${code}\` +\\| \\d{3} `, 'm'))
    const linked = [...page.matchAll(/\]\((\.\.\/[\w/-]+\.md)#/g)].map(([, file = '']) => file)
    expect(linked.length).toBeGreaterThan(3)
    for (const file of linked) expect(existsSync(new URL(`../docs/partner-api/${file}`, import.meta.url))).toBe(true)
  })

  it('has no two codes with one message key', () => {
    expect(new Set(codes.map((code) => errorCatalog[code].key)).size).toBe(codes.length)
  })
})
