// Renders docs/**/*.md, the READMEs of packages, CONTRIBUTING.md, CHANGELOG.md and the references of events and
// GraphQL for the documentation site: a file of site/docs in dist has the pages and the navigation, another the texts
// that browsers search. Needs the compiled product in dist.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compress } from './build-assets.mjs'
import { createRenderer } from './docs-markdown.mjs'
import { eventsPage } from './events-page.mjs'
import { graphqlPages } from './graphql-pages.mjs'

const extraPages = {
  'clients/typescript/README.md': 'typed-client',
  'packages/open-gateway/README.md': 'open-gateway',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
}
/** The pages made from the contracts; the first pages of the navigation after the quickstarts. */
const referenceSection = {
  title: 'References',
  pages: [
    { address: '/docs/api', title: 'REST' },
    { address: '/docs/graphql-reference', title: 'GraphQL' },
    { address: '/docs/graphql-types', title: 'GraphQL types' },
    { address: '/docs/graphql-inputs', title: 'GraphQL inputs' },
    { address: '/docs/events-reference', title: 'Events' },
  ],
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
  const compiled = (file) => import(pathToFileURL(path.join(dist, file)).href)
  const { asyncApiDocument } = await compiled('rest-facade/asyncapi/document.js')
  const { printApiSchema, readDocuments } = await compiled('scripts/contracts/documents.js')
  const { errorCatalog } = await compiled('schema/error-catalog.js')
  const { openapi, octo } = await readDocuments()
  const operations = operationsOf(openapi)
  const octoOperations = operationsOf(octo).map(({ name, text }) => ({
    address: '/docs/partner-api/octo#requests',
    name: name.replace(' ', ' /octo/v1'),
    text,
  }))
  const render = await createRenderer({ addressOf, targetOfCode: targetOfCode(operations, errorCatalog) })

  const files = docsFiles(root).map((file) => {
    const isReference = file === 'docs/partner-api/errors.md'
    return render(file, readFileSync(path.join(root, file), 'utf8'), { rows: isReference && 'code', isReference })
  })
  // The page names no host: it is the same wherever the product runs.
  const site = 'http://127.0.0.1'
  const references = { 'events-reference': eventsPage(asyncApiDocument(site), site), ...graphqlPages(printApiSchema()) }
  const generated = Object.entries(references).map(([name, text]) => {
    const hasFields = name === 'graphql-types' || name === 'graphql-inputs'
    return render(path.posix.join('docs', `${name}.md`), text, {
      rows: hasFields && 'heading',
      isReference: true,
    })
  })
  const pages = [...files, ...generated]
  const out = path.join(dist, 'site/docs')
  mkdirSync(out, { recursive: true })
  const [quickstarts, ...others] = navigationOf(pages.find(({ address }) => address === '/docs').tokens)
  const navigation = [quickstarts, referenceSection, ...others]
  const shown = pages.map(({ address, title, html, contents }) => ({ address, title, html, contents }))
  writeFileSync(path.join(out, 'pages.json'), JSON.stringify({ pages: shown, navigation }))
  writeFileSync(path.join(out, 'search.json'), JSON.stringify(searchTexts(pages, operations, octoOperations)))
  compress(path.join(out, 'search.json'))
}

/** The operations of an OpenAPI document, with their address in the reference. */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId)
      .map(([method, { operationId, summary, description = '' }]) => ({
        address: `/docs/api#${operationId}`,
        name: `${method.toUpperCase()} ${route}`,
        text: `${summary.replace(/\.$/, '')}. ${description} ${operationId}`,
      })),
  )
}

/** Pages and files of the product itself, which the documentation names by their address. */
const ownAddresses = [
  '/console',
  '/console/gate',
  '/docs/api',
  '/docs/events-reference',
  '/docs/graphql-reference',
  '/graphiql',
  '/openapi.json',
  '/octo/v1/openapi.json',
  '/asyncapi.json',
]

/** Where a text in code style leads: `POST /webhooks` to its operation, the code of an error to its meaning. */
function targetOfCode(operations, errorCatalog) {
  const targets = new Map(ownAddresses.map((address) => [address, address]))
  for (const { name, address } of operations) targets.set(name, address)
  for (const code of Object.keys(errorCatalog))
    targets.set(code, `${addressOf('docs/partner-api/errors.md')}#${code.toLowerCase()}`)
  return (text) => targets.get(text)
}

/** The texts that browsers search: the sections of each page by kind, and the operations of REST and of OCTO. */
function searchTexts(pages, operations, octoOperations) {
  const kindOf = (address) => {
    if (address === '/docs/partner-api/errors') return 'Error'
    if (address === '/docs/events-reference') return 'Event'
    if (address === '/docs/graphql-reference') return 'GraphQL'
    if (address.startsWith('/docs/graphql-')) return 'GraphQL field'
    return address === '/docs/changelog' ? 'Change' : 'Guide'
  }
  // Decisions explain the code; readers who look for instructions do not need them.
  const sections = pages
    .filter(({ address }) => !address.startsWith('/docs/decisions/'))
    .flatMap(({ address: page, title, sections }) =>
      sections.map(({ address, heading, text }) => {
        const kind = address.includes('#') ? kindOf(page) : 'Guide'
        return [kind, address, heading === title ? '' : title, heading, text.trim()]
      }),
    )
  return [
    ...sections,
    ...operations.map(({ address, name, text }) => ['REST', address, 'REST reference', name, text]),
    ...octoOperations.map(({ address, name, text }) => ['OCTO', address, 'Requests', name, text]),
  ]
}

/** The navigation: the sections of docs/README.md with the pages that each lists. */
function navigationOf(tokens) {
  const navigation = []
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag === 'h2')
      navigation.push({ title: tokens[index + 1].children.map(({ content }) => content).join(''), pages: [] })
    if (token.type !== 'inline' || navigation.length === 0) return
    token.children.forEach((child, position) => {
      const address = child.type === 'link_open' ? child.attrGet('href') : undefined
      const { pages } = navigation.at(-1)
      const isNamed = token.children[position + 1]?.type === 'text'
      if (isNamed && address?.startsWith('/docs') && !pages.some((page) => page.address === address))
        pages.push({ address, title: token.children[position + 1].content })
    })
  })
  return navigation.filter(({ pages }) => pages.length > 0)
}
