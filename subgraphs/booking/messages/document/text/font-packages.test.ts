import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { fontPackage } from './font-packages.ts'

const packages = new URL('../../../../../node_modules/@fontsource-variable/', import.meta.url)

describe('a font package', () => {
  it.each(readdirSync(packages))('%s finds every code point in all slices that list it', async (name) => {
    const lists = JSON.parse(readFileSync(new URL(`${name}/unicode.json`, packages), 'utf8')) as Record<string, string>
    const expected = new Map<number, Set<string>>()
    for (const [key, list] of Object.entries(lists))
      for (const range of list.split(',')) {
        const [from = 0, to = from] = range
          .replace('U+', '')
          .split('-')
          .map((text) => parseInt(text, 16))
        for (let codePoint = from; codePoint <= to; codePoint += 1)
          expected.set(codePoint, (expected.get(codePoint) ?? new Set()).add(key.replace(/[[\]]/g, '')))
      }
    const { slicesOf } = fontPackage(name)
    const wrong: string[] = []
    for (const [codePoint, slices] of expected) {
      const found = new Set(await slicesOf(codePoint))
      if (found.size !== slices.size || ![...slices].every((slice) => found.has(slice)))
        wrong.push(codePoint.toString(16))
    }
    expect(wrong).toEqual([])
  })
})
