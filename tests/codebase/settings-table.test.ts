import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

/** A setting is a member in capitals of a schema: `PORT: Type.Integer(...)`, `REDIS_URL: optional(...)`. */
const definition = /^ {2,6}([A-Z][A-Z0-9_]+): (?:Type\.\w+|[\w$]+)\(/gm
const sources = ['cli', 'gateway', 'packages', 'platform', 'rest-facade', 'subgraphs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)generated\//.test(file))
    .map((file) => `${folder}/${file}`),
)

describe('the table of settings in docs/operators/operations.md', () => {
  const [, section = ''] =
    /\n## Settings\n([\s\S]*?)\n## /.exec(readFileSync('docs/operators/operations.md', 'utf8')) ?? []
  const documented = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const defined = ['config.ts', ...sources].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(definition)].map(([, name = '']) => name),
  )

  it('has every setting that a process reads, once, and no other', () => {
    expect(defined.length).toBeGreaterThan(30)
    expect(documented.toSorted()).toEqual([...new Set(defined)].sort())
  })
})
