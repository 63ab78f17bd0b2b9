import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { format } from 'prettier'

const run = promisify(execFile)
/** The address that the pages show. */
const shownHost = '127.0.0.1:4000'
/** A block of commands, and the output that a page shows right below it. */
const commandsAndOutput = /^```sh\n([^]*?)^```\n(?:\n```(json|text)\n([^]*?)^```\n)?/gm

/** The code of a page in one language, in the order of the page. */
export async function samples(page: string, language: string): Promise<string[]> {
  const text = await readFile(page, 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}

/** A folder in which programs find the packages of this repository, removed after the work. */
export async function inFolderWithPackages<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(process.env['TEST_FOLDER'] ?? tmpdir(), 'cenotes-page-'))
  try {
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function runShell(
  commands: readonly string[],
  environment: Record<string, string>,
  cwd = process.cwd(),
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...environment } }
  return (await run('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], options)).stdout
}

export interface Output {
  readonly shown: unknown
  readonly printed: unknown
}

/**
 * Runs the commands of a page one after another in one shell, but those of npm, which install or start something. Returns
 * the outputs that the page shows beside what was printed, both without what is random or a date.
 */
export async function runPage(
  page: string,
  productUrl: string,
  environment: Record<string, string>,
  folder: string,
): Promise<Output[]> {
  const host = new URL(productUrl).host
  const text = await readFile(page, 'utf8')
  const blocks = [...text.matchAll(commandsAndOutput)]
    .map(([block, code = '', language = '', shown = '']) => ({ block, code, language, shown }))
    .filter(({ code }) => !/^npm /.test(code))
  // The packages are installed already; npx would spend seconds finding that out.
  const npx = 'npx() { node_modules/.bin/"$@"; }'
  const stdout = await runShell(
    [npx, ...blocks.map(({ code }) => `${code.replaceAll(shownHost, host)}printf '\\0'`)],
    environment,
    folder,
  )
  const printed = stdout.replaceAll(host, shownHost).split('\0')
  const outputs = blocks
    .map((block, index) => ({ ...block, printed: printed[index] ?? '' }))
    .filter(({ language }) => language !== '')
  // The run that writes a page is compared with the page as it was, and fails; the next one passes.
  if (process.env['WRITE_PAGES'] !== undefined) await write(page, text, outputs)
  return outputs.map(({ language, shown, printed }) => ({
    shown: withoutChance(shown, language),
    printed: withoutChance(printed, language),
  }))
}

/** Shows below each block what it has printed, if more than dates and random values differ. */
async function write(
  page: string,
  text: string,
  outputs: readonly { block: string; language: string; shown: string; printed: string }[],
): Promise<void> {
  const differs = outputs.some(({ language, shown, printed }) => {
    const [before, after] = [shown, printed].map((output) => JSON.stringify(withoutChance(output, language)))
    return before !== after
  })
  if (!differs) return
  let written = text
  for (const { block, language, shown, printed } of outputs) {
    const [document, ...others] = language === 'json' ? documentsOf(printed) : []
    const isOneDocument = document !== undefined && others.length === 0
    const output = isOneDocument
      ? await format(JSON.stringify(document), { parser: 'json', printWidth: 120 })
      : `${printed.trimEnd()}\n`
    written = written.replace(block, () => block.replace(`\n${shown}\`\`\`\n`, () => `\n${output}\`\`\`\n`))
  }
  await writeFile(page, written)
}

const withoutChance = (output: string, language: string): unknown =>
  language === 'json' ? documentsOf(output).map(stable) : stableText(output.trimEnd())

/** One document, or one a line. */
function documentsOf(output: string): unknown[] {
  try {
    return [JSON.parse(output)]
  } catch {
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  }
}

/** Everything but dates, what is random, and how long a search took. */
function stable(value: unknown): unknown {
  if (typeof value === 'string') return stableText(value)
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'searchTime' ? typeof inner : stable(inner)]),
  )
}

/** Text without what is random or a date. */
export const stableText = (text: string): string =>
  text
    .replaceAll(/\b\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?/g, '(date)')
    // Ids of the demo data follow from their names, as UUIDs of version 8.
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '(id)')
    .replaceAll(/\b(CEN|CNF)-[0-9A-Z]{6}\b(\.[0-9A-F]{20}\b)?/g, '$1-(code)')
    // Tokens, keys and cursors.
    .replaceAll(/[\w-]{30,}/g, '(token)')
