import { stringify } from 'yaml'
import { formatVersion, schemaName } from './format.ts'

export const formats = ['json', 'yaml'] as const
export type Format = (typeof formats)[number]

/** A list to be written, an item at a time. */
export interface WrittenList {
  readonly name: string
  readonly items: AsyncIterable<unknown>
}

/** The text of an installation file, in pieces. */
export const documentText = (format: Format, lists: AsyncIterable<WrittenList>): AsyncGenerator<string> =>
  format === 'json' ? jsonText(lists) : yamlText(lists)

async function* jsonText(lists: AsyncIterable<WrittenList>): AsyncGenerator<string> {
  yield `{\n  "$schema": ${JSON.stringify(schemaName)},\n  "formatVersion": ${formatVersion}`
  for await (const { name, items } of lists) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const item of items) {
      yield `${separator}${indented(JSON.stringify(item, null, 2), 4)}`
      separator = ',\n'
    }
    yield separator === '\n' ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

async function* yamlText(lists: AsyncIterable<WrittenList>): AsyncGenerator<string> {
  yield `# yaml-language-server: $schema=${schemaName}\n$schema: ${schemaName}\nformatVersion: ${formatVersion}\n`
  for await (const { name, items } of lists) {
    let isEmpty = true
    for await (const item of items) {
      if (isEmpty) yield `${name}:\n`
      isEmpty = false
      yield indented(stringify([item], { lineWidth: 0, aliasDuplicateObjects: false }), 2)
    }
    if (isEmpty) yield `${name}: []\n`
  }
}

const indented = (text: string, spaces: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(spaces))
