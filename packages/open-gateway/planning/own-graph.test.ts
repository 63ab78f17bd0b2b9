import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { parse, print, separateOperations, validate } from 'graphql'
import { SupergraphWork } from '../../../gateway/planning/plan.ts'
import { readSupergraph } from '../../../gateway/supergraph/supergraph.ts'
import { times } from '../../../tests/testkit/long-form.ts'
import { plannedSupergraph } from './planned-supergraph.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file))

const sdl = read('schema/supergraph.graphql')
const { apiSchema } = readSupergraph(sdl)

/** Some rules of graphql-js throw for documents that other rules refuse. */
function isValid(text: string): boolean {
  try {
    return validate(apiSchema, parse(text)).length === 0
  } catch {
    return false
  }
}

/** The texts between quotes and backticks that may be documents. */
const textsIn = (source: string): string[] =>
  [...source.matchAll(/`([^`]*\{[^`]*)`|'([^'\n]*\{[^'\n]*)'/g)].map(([, template, text]) => template ?? text ?? '')

/** Valid documents of the product's graph in these files: all in a long run, otherwise those of every sixth text. */
const documentsIn = (files: string[]): string[] =>
  [...new Set(files.map(read).flatMap(textsIn))].filter((_, index) => index % times(6, 1) === 0).filter(isValid)

/** The operations of a document by name, each with the fragments that it uses, as a request has them. */
const operationsOf = (text: string): [name: string, text: string][] =>
  Object.entries(separateOperations(parse(text))).map(([name, document]) => [name, print(document)])

describe('the plans of the product', () => {
  const planned = new SupergraphWork(sdl)
  const rewritten = new SupergraphWork(sdl, plannedSupergraph)

  it.each([
    ['the operations of REST', 40, [filesIn('rest-facade', '/operations.graphql').map(read).join('\n')]],
    ['documents of the tests', times(25, 150), documentsIn(filesIn('tests', '.ts'))],
  ])('are the same without what an open gateway adds: %s', (_title, minimum, documents) => {
    let compared = 0
    for (const document of documents)
      for (const [name, text] of operationsOf(document)) {
        const request = { text, operationName: name === '' ? undefined : name }
        expect(rewritten.plan(request)).toEqual(planned.plan(request))
        compared += 1
      }
    expect(compared).toBeGreaterThan(minimum)
  })
})
