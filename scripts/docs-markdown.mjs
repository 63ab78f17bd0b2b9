// Turns a page of Markdown into HTML for the documentation site: anchors, code in colours, samples in several languages as
// tabs, links to operations and errors, the contents of the page, and its sections for the search.
import path from 'node:path'
import markdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
import { createCssVariablesTheme, createHighlighter } from 'shiki'

const languages = ['bash', 'json', 'graphql', 'javascript', 'typescript', 'python', 'sql', 'http', 'yaml', 'html']
const aliases = { js: 'javascript', mjs: 'javascript', ts: 'typescript', sh: 'bash', shell: 'bash', py: 'python' }
const names = {
  bash: 'Shell',
  json: 'JSON',
  graphql: 'GraphQL',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
  sql: 'SQL',
  http: 'HTTP',
  yaml: 'YAML',
  html: 'HTML',
}
/** Blocks of these languages that follow each other are one sample; others are request and response, or two files. */
const tabLanguages = { bash: 'curl', typescript: 'TypeScript', javascript: 'JavaScript', python: 'Python' }
const maxContents = 60
/** Marks a block of HTML that is shown above its code as it looks. */
const shownInfo = 'html shown'

/** Stand for the address of the product in samples; the site puts in that of the installation. */
export const addressMarks = { http: 'PRODUCTADDRESS', socket: 'PRODUCTSOCKET' }
/** Pages about installations that are not this one. */
const otherInstallations = /^(?:docs\/(?:operators|contributors|decisions)\/|CHANGELOG|CONTRIBUTING)/

/** Anchors of headings as on GitHub, because the links of the pages use them. */
const slugOf = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (inline) => inline.children.map(({ content }) => content).join('')
const headingAt = (tokens, index) => (index < 0 ? '' : plain(tokens[index + 1]))

/**
 * A renderer of pages. `addressOf` gives the address of a file on the site, undefined for one that is no page;
 * `targetOfCode` the address that a text in code style leads to, such as an operation.
 */
export async function createRenderer({ addressOf, targetOfCode }) {
  const highlighter = await createHighlighter({
    themes: [createCssVariablesTheme({ name: 'variables', variablePrefix: '--t-' })],
    langs: languages,
  })

  /**
   * `rows` says whether rows of tables have anchors: by their `code`, or by the `heading` above and the code. Tables of a
   * `reference` show a row as a block on phones.
   */
  return function render(file, text, { rows, isReference = false } = {}) {
    const address = addressOf(file)
    const markdown = markdownIt({ html: false, linkify: false })
    markdown.use(anchor, {
      slugify: slugOf,
      level: [2, 3, 4],
      permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
    })
    // A comment at the head of a page is for those who change it.
    const tokens = markdown.parse(text.replace(/^<!--[^]*?-->\n/, ''), {})
    if (rows) anchorRows(tokens, rows)
    for (const inline of tokens.filter(({ type }) => type === 'inline')) resolveLinks(inline, file)
    const title = headingAt(
      tokens,
      tokens.findIndex(({ type }) => type === 'heading_open'),
    )
    const sections = sectionsOf(address, title, tokens, rows)
    linkCode(tokens, address)
    // The policy of the pages allows no styles on elements.
    for (const token of tokens) {
      const alignment = token.attrGet('style')?.replace('text-align:', '')
      if (alignment) token.attrs = [['class', alignment]]
    }
    // Only the table scrolls when it is wider than a phone, also by keyboard.
    markdown.renderer.rules.table_open = () =>
      `<div class="wide" tabindex="0" role="group"><table${isReference ? ' class="reference"' : ''}>\n`
    markdown.renderer.rules.table_close = () => '</table></div>\n'
    const hasAddress = !otherInstallations.test(file)
    markdown.renderer.rules.fence = (all, index) => fence(all, index, hasAddress)
    const html = markdown.renderer.render(tokens, markdown.options, {})
    return { address, title, tokens, html, contents: contentsOf(tokens), sections }
  }

  /** Links to files lead to their pages; those to a file that is not a page become plain text. */
  function resolveLinks(inline, file) {
    let isText = false
    inline.children = inline.children.filter((token) => {
      const wasText = isText
      if (token.type === 'link_close') isText = false
      if (token.type !== 'link_open' || token.attrGet('class') === 'header-anchor')
        return !(wasText && token.type === 'link_close')
      const target = targetOf(file, token.attrGet('href'))
      isText = target === undefined
      if (target) token.attrSet('href', target)
      return !isText
    })
  }

  function targetOf(file, href) {
    if (/^[a-z]+:|^#|^\//.test(href)) return href
    const [target, hash] = href.split('#')
    const address = addressOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), target)))
    return address && address + (hash ? `#${hash}` : '')
  }

  /** Operations and errors that a text names in code style become links, outside of links and headings. */
  function linkCode(tokens, address) {
    tokens.forEach((inline, index) => {
      if (inline.type !== 'inline' || tokens[index - 1].type === 'heading_open') return
      let depth = 0
      inline.children = inline.children.flatMap((token) => {
        if (token.type === 'link_open') depth++
        if (token.type === 'link_close') depth--
        const target = token.type === 'code_inline' && depth === 0 ? targetOfCode(token.content) : undefined
        if (!target || target.startsWith(`${address}#`)) return [token]
        const open = new token.constructor('link_open', 'a', 1)
        open.attrs = [['href', target]]
        return [open, token, new token.constructor('link_close', 'a', -1)]
      })
    })
  }

  /** A block of code with its language and a button that copies it; the first of several that are one sample has the tabs. */
  function fence(tokens, index, hasAddress) {
    if (tokens[index].info.trim() === shownInfo)
      return `<div class="specimen">${tokens[index].content}</div>${sample('<span class="sample-name">HTML</span>', pre(tokens[index], hasAddress))}`
    const group = sampleAround(tokens, index)
    if (group.length < 2) {
      const name = names[languageOf(tokens[index])] ?? ''
      return sample(`<span class="sample-name">${name}</span>`, pre(tokens[index], hasAddress))
    }
    if (group[0] !== tokens[index]) return ''
    const id = (token) => `sample-${index}-${languageOf(token)}`
    const tabs = group.map((token, position) => {
      const language = languageOf(token)
      const isFirst = position === 0
      return `<button type="button" role="tab" id="${id(token)}-tab" aria-controls="${id(token)}" aria-selected="${isFirst}" tabindex="${isFirst ? 0 : -1}" data-language="${language}">${tabLanguages[language]}</button>`
    })
    const panels = group.map(
      (token, position) =>
        `<div role="tabpanel" id="${id(token)}" aria-labelledby="${id(token)}-tab"${position === 0 ? '' : ' hidden'}>${pre(token, hasAddress)}</div>`,
    )
    return sample(`<div role="tablist" aria-label="Language">${tabs.join('')}</div>`, panels.join(''))
  }

  /** Code with a class for each kind of token: the policy of the pages allows no styles on elements. */
  function pre(token, hasAddress) {
    const lang = languageOf(token)
    const code = hasAddress ? withMarks(token.content.trimEnd()) : token.content.trimEnd()
    const wrap = (html) => `<pre tabindex="0"><code>${html}</code></pre>`
    if (!languages.includes(lang)) return wrap(escape(code))
    const { tokens } = highlighter.codeToTokens(code, { lang, theme: 'variables' })
    const line = (parts) =>
      parts
        .map(({ content, color }) => {
          const kind = /--t-token-([\w-]+)/.exec(color ?? '')?.[1]
          return kind ? `<span class="t-${kind}">${escape(content)}</span>` : escape(content)
        })
        .join('')
    const html = tokens.map(line).join('\n')
    for (const mark of Object.values(addressMarks))
      if (html.split(mark).length !== code.split(mark).length) throw new Error(`An address is split in: ${code}`)
    return wrap(html)
  }
}

const sample = (head, content) =>
  `<div class="sample"><div class="sample-head">${head}<button type="button" class="copy">Copy</button></div>${content}</div>\n`

const withMarks = (code) =>
  code
    .replaceAll(/http:\/\/127\.0\.0\.1:4000|https:\/\/api\.example\.com/g, addressMarks.http)
    .replaceAll('wss://api.example.com', addressMarks.socket)

const languageOf = ({ info }) => {
  const name = info.trim().split(/\s+/)[0]
  return aliases[name] ?? name
}

/** The blocks beside a block that are one sample with it: one for each language. */
function sampleAround(tokens, index) {
  const isPart = (token) => token?.type === 'fence' && languageOf(token) in tabLanguages
  if (!isPart(tokens[index])) return [tokens[index]]
  let start = index
  while (isPart(tokens[start - 1])) start--
  let end = index
  while (isPart(tokens[end + 1])) end++
  const group = tokens.slice(start, end + 1)
  return new Set(group.map(languageOf)).size === group.length ? group : [tokens[index]]
}

/** Gives each row that begins with a name in code style an anchor. */
function anchorRows(tokens, rows) {
  let heading = ''
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') heading = token.attrGet('id') ?? ''
    const cell = tokens[index + 2]
    if (token.type !== 'tr_open' || tokens[index + 1].type !== 'td_open') return
    const [first] = cell.children
    if (first?.type !== 'code_inline' || (rows === 'code' && cell.children.length > 1)) return
    token.attrSet('id', `${rows === 'heading' ? `${heading}-` : ''}${slugOf(first.content)}`)
  })
}

/** The headings of a page, those of the second level alone where there are many. */
function contentsOf(tokens) {
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open' && (token.tag === 'h2' || token.tag === 'h3')
      ? [{ id: token.attrGet('id'), text: headingAt(tokens, index), level: Number(token.tag[1]) }]
      : [],
  )
  return headings.length > maxContents ? headings.filter(({ level }) => level === 2) : headings
}

/** The texts below each heading and of each row with an anchor, for the search. */
function sectionsOf(address, title, tokens, rows) {
  const sections = [{ address, heading: title, text: '' }]
  let above = sections[0]
  let row
  const add = (id, heading) => {
    const section = { address: `${address}#${id}`, heading, text: '' }
    sections.push(section)
    return section
  }
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag !== 'h1') above = add(token.attrGet('id'), headingAt(tokens, index))
    else if (token.type === 'tr_open' && token.attrGet('id') !== null) {
      const name = tokens[index + 2].children[0].content
      row = add(token.attrGet('id'), rows === 'heading' ? `${above.heading}.${name}` : name)
    } else if (token.type === 'tr_close') row = undefined
    else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const isName = row && tokens[index - 2]?.type === 'tr_open'
      if (!isName && tokens[index - 1].type !== 'th_open') (row ?? above).text += `${plain(token)} `
    }
  })
  return sections
}
