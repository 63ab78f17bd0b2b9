/** The search of the documentation: its texts are loaded and indexed in the browser. */
import MiniSearch, { type SearchResult } from 'minisearch'

/** A row of /docs/search.json; `page` is empty for the page itself. */
type Row = readonly [kind: string, address: string, page: string, heading: string, text: string]

interface Entry {
  readonly id: number
  readonly kind: string
  readonly address: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

const maxResults = 20
const snippetLength = 160
/** Thousands of fields and old changes come after the guides that say as much. */
const weights: Readonly<Record<string, number>> = { REST: 1.3, Change: 0.2, 'GraphQL field': 0.5 }

/** Splits a text into words, and names into their parts: `events` also finds `reservationEvents`. */
const wordsOf = (text: string): string[] =>
  text.split(/[\s\p{P}\p{S}]+/u).flatMap((word) => {
    const parts = word.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+(?!\p{Ll})/gu) ?? []
    return parts.length > 1 ? [word, ...parts] : [word]
  })

async function load(): Promise<{ index: MiniSearch<Entry>; entries: readonly Entry[] }> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The search cannot be loaded: ${response.status}`)
  const rows = (await response.json()) as Row[]
  const entries = rows.map(([kind, address, page, heading, text], id) => ({ id, kind, address, page, heading, text }))
  const index = new MiniSearch<Entry>({
    fields: ['page', 'heading', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      // As written: the parts of a name would have to be found one by one.
      tokenize: (text) => text.split(/[\s\p{P}\p{S}]+/u),
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.15 : false),
      boost: { page: 2, heading: 3 },
      combineWith: 'AND',
      boostDocument: (id) => weights[entries[Number(id)]?.kind ?? ''] ?? 1,
    },
  })
  await index.addAllAsync(entries, { chunkSize: 200 })
  return { index, entries }
}

/** The part of a text around the first word that was found, with what was found marked. */
function snippet(text: string, { terms }: SearchResult): (Node | string)[] {
  const words = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})`, 'giu')
  const first = text.search(pattern)
  const from = first < 60 ? 0 : text.indexOf(' ', first - 60) + 1
  const end = text.length <= from + snippetLength ? text.length : text.lastIndexOf(' ', from + snippetLength)
  const part = text.slice(from, end)
  const nodes: (Node | string)[] = from > 0 ? ['… '] : []
  let position = 0
  for (const match of part.matchAll(pattern)) {
    const mark = document.createElement('mark')
    mark.textContent = match[0]
    nodes.push(part.slice(position, match.index), mark)
    position = match.index + match[0].length
  }
  nodes.push(part.slice(position), end < text.length ? ' …' : '')
  return nodes
}

function span(name: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement('span')
  element.className = name
  element.append(...content)
  return element
}

function item(entry: Entry, result: SearchResult): HTMLElement {
  const { kind, address, page, heading, text } = entry
  const link = document.createElement('a')
  link.href = address
  link.append(
    span('found-heading', heading),
    span('found-page', span('found-kind', kind), page),
    span('found-text', ...snippet(text, result)),
  )
  const row = document.createElement('li')
  row.append(link)
  return row
}

function message(text: string): HTMLElement {
  const row = document.createElement('li')
  row.className = 'nothing'
  row.textContent = text
  return row
}

/** Starts the search of the page: what was typed meanwhile is searched at once. */
export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLUListElement>('#results')
  const status = document.querySelector<HTMLElement>('#found')
  const form = input?.form
  if (!input || !list || !status || !form) return
  const loaded = load()

  function show(rows: readonly HTMLElement[], summary: string): void {
    list?.replaceChildren(...rows)
    if (list) list.hidden = rows.length === 0
    if (status) status.textContent = summary
  }

  async function search(): Promise<void> {
    const text = input?.value.trim() ?? ''
    if (text === '') return show([], '')
    try {
      const { index, entries } = await loaded
      if (input?.value.trim() !== text) return
      const found = index.search(text)
      const isNamed = (result: SearchResult): boolean =>
        entries[Number(result.id)]?.heading.toLowerCase() === text.toLowerCase()
      const ordered = [...found.filter(isNamed), ...found.filter((result) => !isNamed(result))].slice(0, maxResults)
      const rows = ordered.flatMap((result) => {
        const entry = entries[Number(result.id)]
        return entry ? [item(entry, result)] : []
      })
      if (rows.length === 0) show([message('Nothing found')], 'Nothing found')
      else show(rows, `${rows.length} found`)
    } catch (error) {
      show([message((error as Error).message)], (error as Error).message)
    }
  }

  const linksOf = (): HTMLAnchorElement[] => [...list.querySelectorAll('a')]
  const hide = (): void => void (list.hidden = true)
  input.addEventListener('input', () => void search())
  input.addEventListener('focus', () => void (list.hidden = list.childElementCount === 0))
  form.addEventListener('submit', () => linksOf()[0]?.click())
  form.addEventListener('keydown', (event) => {
    const links = linksOf()
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Escape') {
      hide()
      input.focus()
      hide()
    } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
    else return
    event.preventDefault()
  })
  // A result on the same page is only a scroll away.
  list.addEventListener('click', hide)
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) hide()
  })
  void search()
}
