/** The search of the documentation: the index is loaded when the search is first used, and cached by the browser. */
import MiniSearch from 'minisearch'

interface Found {
  readonly title: string
  readonly heading: string
  readonly address: string
}

const input = document.querySelector<HTMLInputElement>('#search')
const list = document.querySelector<HTMLUListElement>('#results')
const status = document.querySelector<HTMLElement>('#found')
const maxResults = 12

let index: Promise<MiniSearch> | undefined
const loaded = (): Promise<MiniSearch> =>
  (index ??= fetch('/docs/search.json')
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, { fields: ['title', 'heading', 'text'] })))

function show(found: readonly Found[], isRequested: boolean): void {
  list?.replaceChildren(
    ...found.map(({ title, heading, address }) => {
      const link = document.createElement('a')
      link.href = address
      link.textContent = heading === title ? title : `${title}: ${heading}`
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  if (status) status.textContent = isRequested ? `${found.length === 0 ? 'Nothing' : found.length} found` : ''
}

async function search(text: string): Promise<void> {
  const results = (await loaded()).search(text, {
    prefix: true,
    fuzzy: 0.15,
    boost: { title: 3, heading: 2 },
    combineWith: 'AND',
  })
  if (input?.value === text) show(results.slice(0, maxResults) as unknown as Found[], text.trim() !== '')
}

input?.addEventListener('focus', () => void loaded())
input?.addEventListener('input', () => void search(input.value))
input?.form?.addEventListener('submit', (event) => {
  event.preventDefault()
  list?.querySelector<HTMLAnchorElement>('a')?.click()
})
// As on other documentation sites.
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  event.preventDefault()
  input?.focus()
})
