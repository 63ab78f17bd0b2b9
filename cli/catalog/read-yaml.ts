import {
  Composer,
  CST,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type Document,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { maxJsonDepth } from '../../platform/http/json-bounds.ts'
import { OperatorErrors } from '../../platform/process/operator-error.ts'
import { maxMembers, type Path, type SourceDocument } from './source-document.ts'

/** How often aliases of a document may be expanded; each that holds others counts for all of them. */
const maxAliases = 1_000
/** How many values aliases may add to a document. */
const maxExpanded = 1_000_000

/** YAML that cannot be read, with the offset of the reason. */
class UnreadableYaml extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message)
  }
}

/**
 * Reads a YAML document. What the library needs more than linear time or its stack for is bounded while the text is
 * read, before nodes are built: members, depth, anchors and aliases. Throws OperatorErrors naming file and line.
 */
export function readYaml(name: string, text: string): SourceDocument {
  const lines = new LineCounter()
  const lineAt = (offset: number): number => lines.linePos(offset).line
  const unreadable = (message: string, offset: number): string =>
    `${name}:${lineAt(offset)}: is not readable as YAML: ${message}`
  try {
    const document = composed(text, lines)
    const faults = [...document.errors, ...document.warnings].slice(0, 20)
    if (faults.length > 0) throw new OperatorErrors(faults.map(({ message, pos }) => unreadable(message, pos[0])))
    check(document)
    // Aliases are counted already, as they expand.
    const value: unknown = document.toJS({ maxAliasCount: -1 })
    return { name, value, lineOf: (path) => lineAt(offsetIn(document, path)) }
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error
    throw new OperatorErrors([unreadable(error.message, error.offset)])
  }
}

function composed(text: string, lines: LineCounter): Document.Parsed {
  const composer = new Composer({
    prettyErrors: false,
    strict: true,
    // Compared by the library, each key takes as long as all before it.
    uniqueKeys: false,
    // YAML 1.1, which a document may ask for, has types that are checked in the same way.
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
  })
  const [document, other] = composer.compose(boundedTokens(text, lines), true, text.length)
  if (other) throw new UnreadableYaml('it holds multiple documents', other.range[0])
  return document as Document.Parsed
}

/** The syntax of a text. Throws UnreadableYaml where it exceeds a bound. */
function* boundedTokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const counts = { '*': 0, '&': 0 }
  let before = ''
  for (const lexeme of new Lexer().lex(text)) {
    const { offset, stack } = parser
    yield* parser.next(lexeme)
    const sign = before === CST.SCALAR ? undefined : lexeme[0]
    before = lexeme
    if ((sign === '*' || sign === '&') && (counts[sign] += 1) > maxAliases)
      throw new UnreadableYaml(`it has more than ${maxAliases} ${sign === '*' ? 'aliases' : 'anchors'}`, offset)
    const top = stack.at(-1)
    if (top && isMapping(top) && top.items.length > maxMembers)
      throw new UnreadableYaml(`an object has more than ${maxMembers} members`, offset)
    // Besides collections there are the document and a scalar at most.
    if (stack.length > maxJsonDepth && stack.filter(isCollection).length > maxJsonDepth)
      throw new UnreadableYaml(`nests deeper than ${maxJsonDepth} levels`, offset)
  }
  yield* parser.end()
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection
const isCollection = (token: CST.Token): token is Collection =>
  token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection'
const isMapping = (token: CST.Token): token is CST.BlockMap | CST.FlowCollection =>
  token.type === 'block-map' || (token.type === 'flow-collection' && token.start.source === '{')

/** The value of a node with its aliases resolved. */
interface Expansion {
  readonly values: number
  readonly depth: number
  /** How many aliases are replaced for it. */
  readonly aliases: number
}

/** Throws UnreadableYaml for a name given twice or that is no text, and for aliases that expand to too much. */
function check(document: Document.Parsed): void {
  /** The values of anchors, null while they are being read. */
  const anchored = new Map<string, Expansion | null>()
  let [aliases, values] = [0, 0]

  function alias(source: string, offset: number): Expansion {
    const target = anchored.get(source)
    if (target === undefined) throw new UnreadableYaml(`the alias *${source} has no anchor before it`, offset)
    if (target === null) throw new UnreadableYaml(`the alias *${source} stands for what it is part of`, offset)
    aliases += 1 + target.aliases
    values += target.values
    if (aliases > maxAliases || values > maxExpanded)
      throw new UnreadableYaml(
        `its aliases expand more than ${aliases > maxAliases ? `${maxAliases} times` : `to ${maxExpanded} values`}`,
        offset,
      )
    return { ...target, aliases: 1 + target.aliases }
  }

  function expansion(node: unknown, depth: number): Expansion {
    if (!isNode(node)) return { values: 1, depth: 0, aliases: 0 }
    const offset = node.range?.[0] ?? 0
    const anchor = isAlias(node) ? undefined : node.anchor
    if (anchor !== undefined) anchored.set(anchor, null)
    let found: Expansion = { values: 1, depth: 0, aliases: 0 }
    if (isAlias(node)) found = alias(node.source, offset)
    else if (isMap(node) || isSeq(node)) {
      if (isMap(node)) checkNames(node)
      const parts = node.items.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item]))
      const expanded = parts.map((part) => expansion(part, depth + 1))
      const sum = (of: (part: Expansion) => number): number => expanded.reduce((total, part) => total + of(part), 0)
      found = {
        values: 1 + sum((part) => part.values),
        depth: 1 + expanded.reduce((deepest, part) => Math.max(deepest, part.depth), 0),
        aliases: sum((part) => part.aliases),
      }
    }
    if (depth + found.depth > maxJsonDepth) throw new UnreadableYaml(`nests deeper than ${maxJsonDepth} levels`, offset)
    if (anchor !== undefined) anchored.set(anchor, found)
    return found
  }

  expansion(document.contents, 0)
}

function checkNames(map: YAMLMap): void {
  const names = new Set<string>()
  for (const { key } of map.items) {
    const offset = (isNode(key) ? key.range?.[0] : undefined) ?? map.range?.[0] ?? 0
    if (!isScalar(key)) throw new UnreadableYaml('the name of a member must be a plain text', offset)
    const name = nameOf(key)
    if (names.has(name)) throw new UnreadableYaml(`"${name}" is named twice`, offset)
    names.add(name)
  }
}

/** The name under which the library sets a member. */
const nameOf = ({ value }: Scalar): string =>
  value === null ? '' : String(value as string | number | boolean | bigint)

/** The offset of a part, or of the innermost part around it that exists. */
function offsetIn(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents
  let offset = document.contents?.range[0] ?? 0
  for (const name of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && nameOf(key) === String(name))
      if (!pair) return offset
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else return offset
  }
  return offset
}
