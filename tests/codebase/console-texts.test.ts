import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { en } from '../../console/browser/text/en.ts'

const folder = fileURLToPath(new URL('../../console/browser', import.meta.url))

describe('the texts of the console', () => {
  it('are all used', async () => {
    const files = (await readdir(folder, { recursive: true })).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)texts?\/e|generated\//.test(file),
    )
    const code = (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n')
    // Groups whose members are values, such as those of an enum.
    const groups = [
      ...[...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, group = '']) => group),
      ...[...code.matchAll(/translateValue\(\w+, '([\w.]+)'/g)].map(([, group = '']) => `${group}.`),
    ]
    const unused = Object.keys(en).filter(
      (key) => !code.includes(`'${key}'`) && !groups.some((group) => key.startsWith(group)),
    )
    expect(unused).toEqual([])
  })
})
