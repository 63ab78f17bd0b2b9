import {
  getOperationAST,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
  type ASTVisitor,
  type DocumentNode,
  type FloatValueNode,
  type IntValueNode,
  type OperationDefinitionNode,
  type ValidationContext,
} from 'graphql'
import { fragmentsOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'
import { turn } from '../../../platform/process/turn.ts'
import { SecondUseCache } from '../../../platform/values/second-use-cache.ts'
import type { Supergraph } from '../../supergraph/supergraph.ts'
import { documentId } from '../../trusted-documents/document-id.ts'
import { refuseConditionalRoot } from './conditional-root.ts'
import { enforceLimits, refuseAbove, sizeOf, type DocumentLimits } from './limits.ts'
import { FieldsCanBeMergedRule } from './mergeable-fields.ts'
import { withMergedSelections } from './merged-selections.ts'
import { cutText } from '../../../platform/values/text.ts'

/** One operation of a valid document, which may be executed repeatedly. */
export interface CheckedOperation {
  /** SHA-256 of the document's text, in hexadecimal. */
  readonly id: string
  readonly text: string
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** Undefined when the document has only one operation, whatever name the caller sent. */
  readonly operationName: string | undefined
  /** Whether it is one of our own or of the trusted store. */
  readonly isTrusted: boolean
  /** Its cost with these variables. */
  readonly cost: (variables: Readonly<Record<string, unknown>>) => number
}

/** Why a document is refused, with all errors found. */
export class RefusedDocument extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message)
    this.name = 'RefusedDocument'
  }
}

interface CheckedDocument {
  /** Fields of all operations. */
  readonly fields: number
  readonly operations: ReadonlyMap<string | undefined, CheckedOperation>
}

type Outcome = CheckedDocument | RefusedDocument

/** Prices an operation of a valid document; `fragments` are those of its document. */
export type PriceOperation = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
) => (variables: Readonly<Record<string, unknown>>) => number

export interface DocumentsOptions {
  readonly supergraph: Pick<Supergraph, 'apiSchema'>
  readonly costOf: PriceOperation
  readonly limits: DocumentLimits
  /** Whether a document is refused that holds a NUL, which PostgreSQL cannot store. */
  readonly storableTextsOnly: boolean
  readonly introspection: boolean
}

const rules = [
  ...specifiedRules.map((rule) => (rule === OverlappingFieldsCanBeMergedRule ? FieldsCanBeMergedRule : rule)),
  VariableNamesRule,
  FiniteNumbersRule,
]
/** Refuses a variable whose value would become the prototype of an object, and would be missing there. */
function VariableNamesRule(context: ValidationContext): ASTVisitor {
  return {
    VariableDefinition(node) {
      if (node.variable.name.value === '__proto__')
        context.reportError(new GraphQLError('The variable "$__proto__" has a reserved name.', { nodes: node }))
    },
  }
}

/** Refuses numbers that a double cannot hold: graphql-js reads them as infinite, which no subgraph can be sent. */
function FiniteNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode): void => {
    if (Number.isFinite(Number(node.value))) return
    context.reportError(new GraphQLError(`The number ${cutText(node.value, 20)} is too large.`, { nodes: node }))
  }
  return { FloatValue: check, IntValue: check }
}

/**
 * Approximate bytes of a checked document in memory: its syntax for each character, and for each field, those of fragments
 * as often as they are used, what is computed to plan it, price it and shape its responses.
 */
const bytesPerCharacter = 170
const bytesPerField = 500
const maxCachedBytes = 48_000_000
const maxCachedDocuments = 1_000
/** A larger document is checked, but not cached. */
const maxDocumentBytes = 2_500_000
/** Maximum number of errors that are looked for and reported. */
const maxErrors = 10

/**
 * Parses, validates and prices documents, each text once: when it is sent again, only its variables are checked.
 * Documents are cached within limits; those that are refused, or sent only once, cannot evict the others.
 */
export class Documents {
  readonly #options: DocumentsOptions
  readonly #rules
  readonly #limited = new KnownDocuments()
  readonly #trusted = new KnownDocuments()

  constructor(options: DocumentsOptions) {
    this.#options = options
    this.#rules = options.introspection ? rules : [...rules, NoSchemaIntrospectionCustomRule]
  }

  /**
   * The operation that a caller selects. Throws RefusedDocument when there is none or it may not run. A trusted
   * document is one of our own or of the trusted store, and has no size limit.
   */
  operation(text: string, operationName: string | undefined, trusted: boolean): CheckedOperation {
    const { checked } = trusted ? this.#trusted : this.#limited
    let found = checked.get(text)
    if (found === undefined) {
      const steps = this.#check(text, trusted)
      let step = steps.next()
      while (!step.done) step = steps.next()
      checked.set(text, (found = step.value))
    }
    return operationNamed(operationName, found)
  }

  /**
   * Like `operation`, but checks a new document in steps, each in a turn of the event loop that has time left: one client
   * may open many connections at once and send a new document on each. Callers that send the same new document share its
   * steps.
   */
  async operationInTurn(text: string, operationName: string | undefined, trusted: boolean): Promise<CheckedOperation> {
    const { checked, begun } = trusted ? this.#trusted : this.#limited
    for (;;) {
      if (checked.has(text)) return this.operation(text, operationName, trusted)
      if (turn.isOver) {
        await turn.next()
        continue
      }
      const steps = begun.get(text) ?? this.#check(text, trusted)
      begun.delete(text)
      const step = steps.next()
      if (!step.done) {
        begun.set(text, steps)
        continue
      }
      checked.set(text, step.value)
      return operationNamed(operationName, step.value)
    }
  }

  *#check(text: string, trusted: boolean): Generator<void, Outcome> {
    const { supergraph, introspection, limits } = this.#options
    try {
      const sent = this.#parse(text, trusted)
      const size = sizeOf(sent)
      if (!trusted) enforceLimits(size, limits)
      const document = withMergedSelections(sent)
      // Before validation, which would evaluate the condition without knowing the variables.
      const conditional = refuseConditionalRoot(document)
      if (conditional) return new RefusedDocument([conditional])
      yield
      const errors = validate(supergraph.apiSchema, document, this.#rules, {
        maxErrors,
        hideSuggestions: !introspection,
      })
      if (errors.length > 0) return new RefusedDocument(errors.map(validationFailure))
      yield
      return this.#priced(text, document, size.fields, trusted)
    } catch (error) {
      if (error instanceof RefusedDocument) return error
      if (error instanceof GraphQLError) return new RefusedDocument([error])
      throw error
    }
  }

  #parse(text: string, trusted: boolean): DocumentNode {
    const { limits, storableTextsOnly } = this.#options
    // Refused here, it is invalid input instead of an internal error.
    if (storableTextsOnly && /\0|\\u0000|\\u\{0+\}/.test(text))
      throw refused('Texts must not contain a NUL character', 'BAD_USER_INPUT')
    try {
      return parse(text, trusted ? {} : { maxTokens: limits.tokens })
    } catch (error) {
      const { message, source, positions } = error as GraphQLError
      if (/contains more tha[nt] \d+ tokens/.test(message)) refuseAbove(limits, 'tokens', limits.tokens + 1)
      throw new GraphQLError(message, { source, positions, extensions: { code: 'GRAPHQL_PARSE_FAILED' } })
    }
  }

  #priced(text: string, document: DocumentNode, fields: number, isTrusted: boolean): CheckedDocument {
    const id = documentId(text)
    const fragments = fragmentsOf(document)
    const operations = new Map<string | undefined, CheckedOperation>()
    const definitions = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    const alone = definitions.length === 1
    for (const operation of definitions) {
      const name = operation.name?.value
      const cost = this.#options.costOf(operation, fragments)
      const checked = { id, text, document, operation, operationName: alone ? undefined : name, isTrusted, cost }
      if (name !== undefined) operations.set(name, checked)
      if (getOperationAST(document) === operation) operations.set(undefined, checked)
    }
    return { fields, operations }
  }
}

function operationNamed(name: string | undefined, checked: Outcome): CheckedOperation {
  if (checked instanceof RefusedDocument) throw checked
  const operation = checked.operations.get(name)
  if (operation) return operation
  throw refused(
    name === undefined
      ? 'The document has several operations: name one by operationName'
      : 'The document has no operation of this name',
    'OPERATION_RESOLUTION_FAILURE',
  )
}

const validationFailure = (error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })

const refused = (message: string, code: string): RefusedDocument =>
  new RefusedDocument([new GraphQLError(message, { extensions: { code } })])

/** Documents by their texts. */
class KnownDocuments {
  readonly checked = new SecondUseCache<Outcome>({
    max: maxCachedDocuments,
    maxSize: maxCachedBytes,
    maxEntrySize: maxDocumentBytes,
    sizeCalculation: (checked, text) =>
      bytesPerCharacter * text.length + ('fields' in checked ? bytesPerField * checked.fields : 0),
    stays: (checked) => !(checked instanceof RefusedDocument),
  })
  /** The remaining steps of documents that are being checked. */
  readonly begun = new Map<string, Generator<void, Outcome>>()
}
