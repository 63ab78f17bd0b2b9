import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders that are produced, not written. */
const produced = new Set(['node_modules', 'dist', '.git', '.data', 'generated'])
const written = /\.(md|ts|mjs|cjs|js|graphql|prisma|yml|cmd)$|^\.ci\/|^\.dependency-cruiser/

/** Files that are mentioned here and belong to others: the protocol of graphql-ws. */
const foreign = new Set(['PROTOCOL.md'])

const extension = '(?:ts|mjs|cjs|js|json|md|graphql|prisma|sql|yml)'
const pathMention = new RegExp(`(?<![\\w@/.$-])(?:[\\w.-]+/)+[\\w.-]+\\.${extension}\\b(?:#[\\w-]+)?`, 'g')
// Of names without a folder only those that nothing else looks like: "Node.js" and "rates.json" are no files here.
const nameMention = /(?<![\w@/.$*-])[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cjs|md)\b(?!\/)/g
const folderMention = /`((?:[\w.-]+\/)+)`/g
const pageMention = /(?<![\w@])docs\/[\w./-]+\.md(?:#[\w-]+)?/g
const scriptMention = /npm run (?:--silent )?(?:--workspaces )?([a-z][\w:-]*)/g
/** A text outside the repository, by its sections, or a record without a link: comments name pages of docs/. */
const outsideMention = /\b(?:specification|decisions?) \d[\d.]*/gi
const linkWithText = /\[[^\]]*\]\([^()\s]+\)/g
const link = /\]\(([^()\s]+)\)/g

/** Every reference of a text that leads nowhere, as `file:line reference`. */
export class References {
  readonly #root: string
  readonly #headings = new Map<string, ReadonlySet<string>>()
  readonly #scripts: ReadonlySet<string>
  readonly files: readonly string[]
  readonly #names: ReadonlySet<string>

  constructor(root: string) {
    this.#root = root
    const all = walk(root, '')
    this.#names = new Set(all.map((file) => path.posix.basename(file)))
    // The changelog speaks of what was.
    this.files = all.filter((file) => written.test(file) && file !== 'CHANGELOG.md')
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }
    this.#scripts = new Set(Object.keys(scripts))
  }

  /** The pages that can be reached from one by following links. */
  reachableFrom(page: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(page)) return seen
    seen.add(page)
    for (const [, target = ''] of proseOf(this.#read(page)).join('\n').matchAll(link)) {
      const file = path.posix.join(path.posix.dirname(page), target.replace(/#.*/, ''))
      if (file.endsWith('.md') && this.#exists(file)) this.reachableFrom(file, seen)
    }
    return seen
  }

  brokenIn(file: string, text = this.#read(file)): string[] {
    const isMarkdown = file.endsWith('.md')
    const prose = isMarkdown ? proseOf(text) : commentsOf(file, text)
    const broken: string[] = []
    text.split('\n').forEach((line, index) => {
      const report = (reference: string): void => void broken.push(`${file}:${index + 1} ${reference}`)
      for (const [mention] of line.matchAll(pageMention)) if (!this.#resolves(mention, '')) report(mention)
      for (const [mention, script = ''] of line.matchAll(scriptMention)) if (!this.#scripts.has(script)) report(mention)
      const words = prose[index] ?? ''
      if (isMarkdown)
        for (const [, target = ''] of words.matchAll(link))
          if (!/^(https?|mailto):/.test(target) && !this.#resolvesLink(target, file)) report(target)
      const plain = isMarkdown ? words.replace(link, ']') : words
      for (const mention of mentionsIn(plain)) if (!this.#resolvesMention(mention, file)) report(mention)
      for (const [mention] of words.replace(linkWithText, '').matchAll(outsideMention)) report(mention)
    })
    return [...new Set(broken)]
  }

  #read(file: string): string {
    return readFileSync(path.join(this.#root, file), 'utf8')
  }

  #exists(file: string): boolean {
    return existsSync(path.join(this.#root, file))
  }

  #resolvesLink(target: string, from: string): boolean {
    const [file = '', heading] = target.split('#')
    const page = file === '' ? from : path.posix.join(path.posix.dirname(from), file)
    return !target.startsWith('/') && this.#exists(page) && this.#hasHeading(page, heading)
  }

  /** A path is written from the root, or from a folder that the file lies in. */
  #resolvesMention(mention: string, from: string): boolean {
    if (foreign.has(mention) || mention.includes('YYYY')) return true
    if (!mention.includes('/')) return this.#names.has(mention)
    if (mention.split('/').some((part) => produced.has(part))) {
      const source = mention.replace(/^dist\//, '').replace(/\.js$/, '.ts')
      return mention.endsWith('/') || !mention.startsWith('dist/') || this.#exists(source)
    }
    for (let folder = path.posix.dirname(from); ; folder = path.posix.dirname(folder)) {
      if (this.#resolves(mention, folder)) return true
      if (folder === '.') return false
    }
  }

  #resolves(mention: string, folder: string): boolean {
    const [file = '', heading] = mention.split('#')
    const page = path.posix.join(folder, file)
    return this.#exists(page) && this.#hasHeading(page, heading)
  }

  #hasHeading(page: string, heading: string | undefined): boolean {
    if (heading === undefined || heading === '') return heading === undefined
    let known = this.#headings.get(page)
    if (!known) this.#headings.set(page, (known = headingsOf(this.#read(page))))
    return known.has(heading)
  }
}

const mentionsIn = (text: string): string[] => [
  ...[...text.matchAll(pathMention)].map(([mention]) => mention),
  ...[...text.matchAll(nameMention)].map(([mention]) => mention),
  ...[...text.matchAll(folderMention)].map(([, mention = '']) => mention),
]

/** Lines of a page; those of code are empty, for code is not prose. */
function proseOf(text: string): string[] {
  let isCode = false
  return text.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode
    return isCode ? '' : line
  })
}

/** The comment of each line of a source; contracts are comments and descriptions throughout. */
function commentsOf(file: string, text: string): string[] {
  if (file.endsWith('.graphql')) return text.split('\n')
  const comment = /\.(ts|mjs|cjs|js|prisma)$/.test(file) ? /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/ : /^\s*#.*/
  return text.split('\n').map((line) => comment.exec(line)?.[0] ?? '')
}

/** Anchors of a page's headings, as GitHub makes them. */
function headingsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const line of proseOf(text)) {
    const heading = /^#+ +(.*)$/.exec(line)?.[1]
    if (heading === undefined) continue
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let unique = anchor
    for (let again = 1; anchors.has(unique); again += 1) unique = `${anchor}-${again}`
    anchors.add(unique)
  }
  return anchors
}

function walk(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (produced.has(entry.name)) return []
    const file = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? walk(root, file) : [file]
  })
}
