import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Words of the table in CONTRIBUTING.md that no name in the code contains. */
const identifierWords = new Set(
  `told tell tells whoever nobody everybody mistake mistakes kept patience anew mend most longest largest room rooms door
  doors wish wishes things tally dearer catalogue catalogues answer answers answered answering asked asking ours heaviest
  heard hears`.split(/\s+/),
)
/** Phrases of several words, as they follow one another in a name. */
const identifierPhrases = /(by itself|ways to|wake ups?|done before|piece of|house rules?|gives? back|taken back)/

/** Names that clients or stored data fix. */
const fixedNames: ReadonlySet<string> = new Set([
  // A member of the details of INVALID_CURSOR (docs/partner-api/errors.md).
  'keptDays',
  // Of a hotel, in the pickup of a reservation.
  'room',
  // Public codes and a setting.
  'ANSWER_TOO_LARGE',
  'IDEMPOTENCY_ANSWER_NOT_STORED',
  'IDEMPOTENCY_ANSWERS_PER_KEY',
  // Of a hotel: a member of `transport.pickup`, and a column of files of reservations.
  'room',
  'pickupRoom',
])

/** Words and phrases of the table that no comment, test title or page contains. */
const textWords =
  /\b(whoever|anew|mend|mends|mended|patience|goes on|going on|by itself|comes? again|came again|who asks|dearer|wake-ups?|doneBefore|pieceOf|tells|told|mistakes?|nobody|everybody|catalogues?|doors?|on (its|his|their|our) own behalf)\b/i

/** Words that no page contains outside code, and no comment, test title or description. */
const pageWords =
  /\banswer(s|ed|ing)?\b|who has that already|none of GraphQL|not of this time|as good as read now|whatever became of|where it stands/i

/** Where `answer` is fixed: a column, a purpose of derived keys, and documented texts of failed webhook attempts. */
const fixedAnswers =
  /\b(SET|AS|encode\(|octet_length\(|kept\.|AND|WHERE|same,) ?answer\b|\banswer (= |IS |AS )|'idempotent answer'|no answer (from the receiver|within )|the receiver answered |answer_too_large|answer_not_stored|const answer = 42/g

/** A comment or description that begins with a question word instead of what it describes. */
const questionOpening = /(\/\*\* ?|^\s*\* ?|^\s*"(?:"")?)What (?![^.]*\?)/

/** Where these words are data: names of users and partners in tests, and columns of applied migrations. */
const data =
  /['"`][Nn]obody['"`]|partner Nobody|search=nobody|nobody@|\/\/nobody:|told AS|FROM told|, told\)|\btold +Json/g

interface Source {
  file: string
  text: string
}

async function sources(...patterns: string[]): Promise<Source[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    maxBuffer: 16 * 1_048_576,
  })
  const files = stdout.split('\n').filter((file) => file !== '' && !/\/(migrations|generated)\//.test(file))
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })))
}

/** The words of a name: `maxOpenSockets` has max, open and sockets. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/^#/, '')
    .split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())

const isOdd = (name: string): boolean =>
  !fixedNames.has(name) &&
  (wordsOf(name).some((word) => identifierWords.has(word)) || identifierPhrases.test(wordsOf(name).join(' ')))

/** Names that a file declares, with their lines; names that it only uses belong to their declaration. */
function declaredNames({ file, text }: Source): { name: string; line: number }[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const names: { name: string; line: number }[] = []
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node }
    const declares =
      name !== undefined &&
      (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) &&
      !ts.isPropertyAccessExpression(node) &&
      !ts.isImportSpecifier(node) &&
      !ts.isExportSpecifier(node) &&
      !ts.isShorthandPropertyAssignment(node) &&
      !ts.isQualifiedName(node)
    if (declares)
      names.push({ name: name.text, line: tree.getLineAndCharacterOfPosition(name.getStart(tree)).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

const oddNames = (source: Source): string[] =>
  declaredNames(source)
    .filter(({ name }) => isOdd(name))
    .map(({ name, line }) => `${source.file}:${line} ${name}`)

const oddLines = ({ file, text }: Source): string[] =>
  text.split('\n').flatMap((line, index) => {
    const [found] = textWords.exec(line.replace(data, '')) ?? []
    return found === undefined ? [] : [`${file}:${index + 1} ${found}: ${line.trim()}`]
  })

/** The prose of a page: without fenced code and code spans. */
const proseOf = ({ file, text }: Source): Source => ({
  file,
  text: text.replace(/^ *```[\s\S]*?^ *```/gm, (code) => code.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '``'),
})

const oddPageLines = (source: Source): string[] =>
  proseOf(source)
    .text.split('\n')
    .flatMap((line, index) => (pageWords.test(line) ? [`${source.file}:${index + 1} ${line.trim()}`] : []))

const oddCodeLines = ({ file, text }: Source): string[] =>
  text.split('\n').flatMap((line, index, lines) => {
    const isOpening = questionOpening.test(line) && (!/^\s*\*/.test(line) || /\/\*\*\s*$/.test(lines[index - 1] ?? ''))
    const isOdd = isOpening || pageWords.test(line.replace(fixedAnswers, ''))
    return isOdd ? [`${file}:${index + 1} ${line.trim()}`] : []
  })

/** Pages whose text is fixed: accepted records and the texts that clients are sent; and one that moves to its package. */
const fixedPages = /^docs\/decisions\/0[01]\d\d-|^docs\/partner-api\/errors\.md$|^docs\/operators\/open-gateway\.md$/

/** Generated from documented texts. */
const fixedCode = /^clients\/typescript\/src\/openapi\.ts$/

const thisFile = /tests\/codebase\/words\.test\.ts$/
/** Prose about real places. */
const demoTexts = /subgraphs\/catalog\/demo\//

describe('the words of CONTRIBUTING.md', () => {
  let code: Source[]
  beforeAll(async () => {
    code = (await sources('*.ts', '*.tsx')).filter(({ file }) => !thisFile.test(file))
  })

  it('are found in a name, as a word of its own', () => {
    const text = 'const mostVisitors = 1; function tellAll(whoSent: string) { return { keptDays: 1, almost: wakeUps } }'
    expect(oddNames({ file: 'a.ts', text })).toEqual(['a.ts:1 mostVisitors', 'a.ts:1 tellAll'])
    expect(oddNames({ file: 'a.ts', text: 'class A { #isLimitedByItself = 1; wakeUps = 2 }' })).toHaveLength(2)
  })

  it('are in no name that the code declares', () => {
    expect(code.length).toBeGreaterThan(300)
    expect(code.flatMap(oddNames)).toEqual([])
  })

  it('are found in a text', () => {
    const text = '// It goes on.\nrecommended\n// Whoever reads it\n// the user "nobody"'
    expect(oddLines({ file: 'a.ts', text }).map((line) => line.split(' ')[0])).toEqual(['a.ts:1', 'a.ts:3'])
  })

  it('are in no comment, description or page', async () => {
    const texts = await sources('*.md', '*.graphql', '*.prisma', '*.mjs', '*.cjs')
    const table = 'CONTRIBUTING.md'
    expect(texts.map(({ file }) => file)).toContain(table)
    const ours = [...code, ...texts].filter(({ file }) => file !== table && !demoTexts.test(file))
    expect(ours.flatMap(oddLines)).toEqual([])
  })

  it('are found on a page, but not in its code', () => {
    const text = '# Here\nThe server answers.\n```\nno answer\n```\nThe line `answered` is logged.\nNone of GraphQL'
    expect(oddPageLines({ file: 'a.md', text }).map((line) => line.split(' ')[0])).toEqual(['a.md:2', 'a.md:7'])
  })

  it('are found in code and descriptions, but not where they are fixed', () => {
    const text = [
      '/** What it returns. */',
      '  "What it costs."',
      '/**\n * What follows',
      '// the answer',
      "const failure = 'no answer from the receiver'",
      'UPDATE idempotent_request SET answer = NULL',
      '// What remains is sent.',
    ].join('\n')
    const found = oddCodeLines({ file: 'a.ts', text }).map((line) => line.split(' ')[0])
    expect(found).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:4', 'a.ts:5'])
  })

  it('are in no code and no description', async () => {
    const contracts = await sources('schema/*.graphql', '*.mjs')
    expect([...code, ...contracts].filter(({ file }) => !fixedCode.test(file)).flatMap(oddCodeLines)).toEqual([])
  })

  it('are on no page', async () => {
    const pages = (await sources('docs/*.md', 'bench/*.md', 'README.md', 'SECURITY.md')).filter(
      ({ file }) => !fixedPages.test(file),
    )
    expect(pages.length).toBeGreaterThan(40)
    expect(pages.flatMap(oddPageLines)).toEqual([])
  })

  it('are in a table of at most ten rows', async () => {
    const page = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8')
    const [, table = ''] = /\n\| Instead of .*\n\|.*\n((?:\|.*\n)+)/.exec(page) ?? []
    expect(table).not.toBe('')
    expect(table.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
  })

  it('are in the table of CONTRIBUTING.md', async () => {
    const page = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| '))
    const instead = rows.map((row) => row.split('|')[1]?.toLowerCase() ?? '').join(' ')
    const stem = (word: string): string => word.replace(/(es|s)$/, '')
    expect([...identifierWords].filter((word) => !instead.includes(stem(word)))).toEqual([])
  })
})
