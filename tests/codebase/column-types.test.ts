import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

interface Column {
  readonly name: string
  readonly isJson: boolean
  /** The type that the comment above names. */
  readonly type: string | undefined
}

const comment = /^\s*\/\/\/\s*\[(\w+)\]/
const column = /^\s+(\w+)\s+(\w+)[?[\]]*(?:\s|$)/

/** The columns of all models of a Prisma schema. */
function columnsOf(schema: string): Column[] {
  const columns: Column[] = []
  for (const [, model = '', body = ''] of schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)) {
    let type: string | undefined
    for (const line of body.split('\n')) {
      const [, named] = comment.exec(line) ?? []
      if (named !== undefined) type = named
      const [, name = '', of] = column.exec(line) ?? []
      if (of === undefined) continue
      columns.push({ name: `${model}.${name}`, isJson: of === 'Json', type })
      type = undefined
    }
  }
  return columns
}

/** The types that a file of declarations has for columns. */
const declaredIn = (declarations: string): string[] =>
  [...declarations.matchAll(/^ {4}type (\w+) =/gm)].map(([, name = '']) => name)

/** Columns of a type that is declared nowhere, and JSON columns without one: both are `any` to those who read them. */
function untypedColumns(schema: string, declarations: string): string[] {
  const declared = new Set(declaredIn(declarations))
  return columnsOf(schema)
    .filter(({ isJson, type }) => (type === undefined ? isJson : !declared.has(type)))
    .map(({ name, type }) => `${name}: ${type ?? 'no type'}`)
}

const folders = ['gateway/database', ...readdirSync('subgraphs').map((name) => `subgraphs/${name}`)].filter((folder) =>
  existsSync(`${folder}/prisma`),
)

describe('the columns of Prisma models', () => {
  describe.each(folders)('of %s', (folder) => {
    const schema = readFileSync(`${folder}/prisma/schema.prisma`, 'utf8')
    const declarations = readFileSync(`${folder}/prisma/columns.ts`, 'utf8')

    it('have types that columns.ts declares', () => {
      expect(untypedColumns(schema, declarations)).toEqual([])
    })

    it('are named for every type that it declares', () => {
      const used = columnsOf(schema).map(({ type }) => type)
      expect(declaredIn(declarations).filter((name) => !used.includes(name))).toEqual([])
    })

    it('are found when the type of any of them is misspelt', () => {
      const typed = columnsOf(schema).filter(({ type }) => type !== undefined)
      expect(typed.length).toBeGreaterThan(0)
      for (const { type = '' } of typed) {
        const misspelt = `${type.slice(0, -1)}x${type.slice(-1)}`
        const planted = schema.replace(`/// [${type}]`, `/// [${misspelt}]`)
        expect(untypedColumns(planted, declarations)).toEqual([expect.stringContaining(`: ${misspelt}`)])
      }
    })

    it('are found when a type is no longer declared', () => {
      for (const name of declaredIn(declarations)) {
        const left = declarations.replace(`type ${name} =`, `type Other${name} =`)
        expect(untypedColumns(schema, left)).toContainEqual(expect.stringMatching(`: ${name}$`))
      }
    })
  })

  it('are found when they are JSON and their comment is missing', () => {
    expect(untypedColumns('model Guest {\n  id String @id\n  notes Json?\n}\n', '')).toEqual(['Guest.notes: no type'])
  })
})
