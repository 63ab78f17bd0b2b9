import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type GraphQLError,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
  type GraphQLSchema,
} from 'graphql'
import { OperatorErrors } from '../../platform/process/operator-error.ts'
import { documentId } from '../../gateway/trusted-documents/document-id.ts'

export interface ReadDocument {
  readonly id: string
  readonly name: string
  readonly text: string
  /** Deprecated fields it selects. */
  readonly warnings: readonly string[]
}

/** Documents that cannot be trusted; `problems` names each file and what is wrong with it. */
export class UnusableDocuments extends OperatorErrors {
  constructor(problems: readonly string[]) {
    super(problems, 'Nothing was added:')
  }
}

/**
 * Reads documents to trust: `.graphql` files with one document each, and `.json` manifests of Apollo (`{operations:
 * [{id, body}]}`) or Relay (`{id: text}`). Each document must be valid, and an id in a manifest must be the SHA-256 of
 * its text. All errors of all files are reported at once.
 */
export async function readDocuments(files: readonly string[], schema: GraphQLSchema): Promise<ReadDocument[]> {
  const documents: ReadDocument[] = []
  const fieldErrors: string[] = []
  for (const file of files) {
    try {
      for (const { id, text } of textsOf(file, await readFile(file, 'utf8'))) {
        const found = check(text, schema)
        if (id !== undefined && id !== documentId(text)) found.fieldErrors.push(`${id} is not the SHA-256 of its text`)
        if (found.fieldErrors.length === 0) documents.push({ id: documentId(text), text, ...found })
        else fieldErrors.push(...found.fieldErrors.map((fieldError) => `${file}: ${fieldError}`))
      }
    } catch (error) {
      fieldErrors.push(`${file}: ${(error as Error).message}`)
    }
  }
  if (fieldErrors.length > 0) throw new UnusableDocuments(fieldErrors)
  return documents
}

function textsOf(file: string, content: string): { id?: string; text: string }[] {
  // The line end that editors leave at the end of a file is no part of what clients send and hash.
  if (path.extname(file) !== '.json') return [{ text: content.replace(/\r?\n$/, '') }]
  const manifest = JSON.parse(content) as { operations?: { id?: unknown; body?: unknown }[] } | Record<string, unknown>
  const entries = Array.isArray(manifest.operations)
    ? manifest.operations.map(({ id, body }): [unknown, unknown] => [id, body])
    : Object.entries(manifest)
  return entries.map(([id, text]) => {
    if (typeof id !== 'string' || typeof text !== 'string') throw new Error('a manifest holds ids and texts')
    return { id: id.replace(/^sha256:/, '').toLowerCase(), text }
  })
}

function check(text: string, schema: GraphQLSchema): { name: string; fieldErrors: string[]; warnings: string[] } {
  try {
    const document = parse(text)
    const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    const names = operations.map(
      (operation) => ('name' in operation ? operation.name?.value : undefined) ?? 'anonymous',
    )
    const messagesOf = (errors: readonly GraphQLError[]): string[] => errors.map(({ message }) => message)
    const fieldErrors = messagesOf(validate(schema, document, specifiedRules))
    if (operations.length === 0) fieldErrors.push('there is no operation in it')
    return {
      name: names.join(', '),
      fieldErrors,
      warnings: fieldErrors.length === 0 ? messagesOf(validate(schema, document, [NoDeprecatedCustomRule])) : [],
    }
  } catch (error) {
    return { name: '', fieldErrors: [(error as Error).message], warnings: [] }
  }
}
