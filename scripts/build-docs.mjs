// Renders docs/**/*.md, CONTRIBUTING.md, CHANGELOG.md and the reference of events for the documentation site: a file of
// site/docs in dist has the pages and the navigation, another the index that browsers search offline. Needs the compiled
// product in dist.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import markdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
import MiniSearch from 'minisearch'
import { createCssVariablesTheme, createHighlighter } from 'shiki'
import { compress } from './build-assets.mjs'
import { eventsPage } from './events-page.mjs'

const extraPages = { 'CONTRIBUTING.md': 'contributing', 'CHANGELOG.md': 'changelog' }
/** The references that are made from the contracts; the first pages of the navigation after the quickstarts. */
const references = {
  title: 'References',
  pages: [
    { address: '/docs/api', title: 'REST' },
    { address: '/graphiql', title: 'GraphQL' },
    { address: '/docs/events-reference', title: 'Events' },
  ],
}
const languages = ['bash', 'sh', 'json', 'graphql', 'javascript', 'typescript', 'python', 'sql', 'http', 'yaml', 'html']
const aliases = { js: 'javascript', ts: 'typescript', sh: 'bash', shell: 'bash', py: 'python' }

/** Anchors of headings as on GitHub, because the links of the pages use them. */
const slugOf = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** Pages with a row for each subject, which has an anchor as a heading has: addresses of errors lead to the rows of codes. */
const pagesOfRows = new Set(['docs/partner-api/errors.md'])

/** Gives each row that begins with a name in code style that name as its anchor. */
function anchorRows(tokens) {
  tokens.forEach((token, index) => {
    const cell = tokens[index + 2]
    if (token.type !== 'tr_open' || tokens[index + 1].type !== 'td_open') return
    if (cell.children.length === 1 && cell.children[0].type === 'code_inline') token.attrSet('id', slugOf(plain(cell)))
  })
}

const addressOf = (file) => {
  if (extraPages[file]) return `/docs/${extraPages[file]}`
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return undefined
  const name = file.slice('docs/'.length, -'.md'.length)
  return name === 'README' ? '/docs' : `/docs/${name.replace(/\/README$/, '')}`
}

/** The files that become pages. */
export const docsFiles = (root) => [
  ...readdirSync(path.join(root, 'docs'), { recursive: true })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join('docs', file.split(path.sep).join('/')))
    .sort(),
  ...Object.keys(extraPages),
]

export async function buildDocs(root, dist) {
  const highlighter = await createHighlighter({
    themes: [createCssVariablesTheme({ name: 'variables', variablePrefix: '--t-' })],
    langs: languages,
  })
  const pages = [
    ...docsFiles(root).map((file) => render(highlighter, file, readFileSync(path.join(root, file), 'utf8'))),
    render(highlighter, path.posix.join('docs', 'events-reference.md'), await eventReference(dist)),
  ]
  const index = pages.find(({ address }) => address === '/docs')
  const out = path.join(dist, 'site/docs')
  mkdirSync(out, { recursive: true })
  const [quickstarts, ...others] = navigationOf(index.tokens)
  const navigation = [quickstarts, references, ...others]
  const shown = pages.map(({ address, title, html }) => ({ address, title, html }))
  writeFileSync(path.join(out, 'pages.json'), JSON.stringify({ pages: shown, navigation }))
  const search = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'address'] })
  // Decisions explain the code; readers who look for instructions do not need them.
  const sections = pages
    .filter(({ address }) => !address.startsWith('/docs/decisions/'))
    .flatMap((page) => page.sections)
  search.addAll(sections.map((section, id) => ({ id, ...section })))
  writeFileSync(path.join(out, 'search.json'), JSON.stringify(search))
  compress(path.join(out, 'search.json'))
}

async function eventReference(dist) {
  const compiled = pathToFileURL(path.join(dist, 'rest-facade/asyncapi/document.js')).href
  const { asyncApiDocument } = await import(compiled)
  // The page names no host: it is the same wherever the product runs.
  const site = 'http://127.0.0.1'
  return eventsPage(asyncApiDocument(site), site)
}

function render(highlighter, file, text) {
  const address = addressOf(file)
  const markdown = markdownIt({
    html: false,
    linkify: false,
    highlight: (code, language) => colour(highlighter, code, language),
  })
  markdown.use(anchor, {
    slugify: slugOf,
    level: [2, 3, 4],
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
  })
  const env = {}
  const tokens = markdown.parse(text, env)
  for (const inline of tokens.filter(({ type }) => type === 'inline'))
    for (const token of inline.children) {
      if (token.type !== 'link_open' || token.attrGet('class') === 'header-anchor') continue
      token.attrSet('href', targetOf(file, token.attrGet('href')))
    }
  // The policy of the pages allows no styles on elements.
  for (const token of tokens) {
    const alignment = token.attrGet('style')?.replace('text-align:', '')
    if (alignment) token.attrs = [['class', alignment]]
  }
  // Only the table scrolls when it is wider than a phone, also by keyboard.
  markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0" role="group"><table>\n'
  markdown.renderer.rules.table_close = () => '</table></div>\n'
  if (pagesOfRows.has(file)) anchorRows(tokens)
  const title = textAfter(
    tokens,
    tokens.findIndex(({ type }) => type === 'heading_open'),
  )
  return {
    address,
    title,
    tokens,
    html: markdown.renderer.render(tokens, markdown.options, env),
    sections: sectionsOf(address, title, tokens),
  }
}

/** The target of a link on the site; a link to a file that is not a page becomes plain text. */
function targetOf(file, href) {
  if (/^[a-z]+:|^#|^\//.test(href)) return href
  const [target, hash] = href.split('#')
  const address = addressOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), target)))
  return (address ?? '/docs') + (hash ? `#${hash}` : '')
}

/** Code with a class for each kind of token: the policy of the pages allows no styles on elements. */
function colour(highlighter, code, name) {
  const lang = aliases[name] ?? name
  const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const wrap = (html) => `<pre tabindex="0"><code>${html}</code></pre>`
  if (!languages.includes(lang)) return wrap(escape(code))
  const { tokens } = highlighter.codeToTokens(code.trimEnd(), { lang, theme: 'variables' })
  const line = (parts) =>
    parts
      .map(({ content, color }) => {
        const kind = /--t-token-([\w-]+)/.exec(color ?? '')?.[1]
        return kind ? `<span class="t-${kind}">${escape(content)}</span>` : escape(content)
      })
      .join('')
  return wrap(tokens.map(line).join('\n'))
}

const plain = (inline) => inline.children.map(({ content }) => content).join('')
const textAfter = (tokens, index) => (index < 0 ? '' : plain(tokens[index + 1]))

/** The texts below each heading, for the search. */
function sectionsOf(address, title, tokens) {
  const sections = [{ address, title, heading: title, text: '' }]
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag !== 'h1')
      sections.push({
        address: `${address}#${token.attrGet('id') ?? ''}`,
        title,
        heading: textAfter(tokens, index),
        text: '',
      })
    else if (token.type === 'tr_open' && token.attrGet('id') !== null) {
      const heading = plain(tokens[index + 2])
      sections.push({ address: `${address}#${token.attrGet('id')}`, title, heading, text: '' })
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      sections.at(-1).text += `${plain(token)} `
  })
  return sections
}

/** The navigation: the sections of docs/README.md with the pages that each lists. */
function navigationOf(tokens) {
  const navigation = []
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag === 'h2')
      navigation.push({ title: textAfter(tokens, index), pages: [] })
    if (token.type !== 'inline' || navigation.length === 0) return
    token.children.forEach((child, position) => {
      const address = child.type === 'link_open' ? child.attrGet('href') : undefined
      const { pages } = navigation.at(-1)
      if (address?.startsWith('/docs') && !pages.some((page) => page.address === address))
        pages.push({ address, title: token.children[position + 1].content })
    })
  })
  return navigation.filter(({ pages }) => pages.length > 0)
}
