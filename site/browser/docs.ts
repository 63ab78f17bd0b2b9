/**
 * The documentation: samples in the language that the reader has chosen before, the part of the page that is in view, and
 * the search, which is loaded when it is first used. Runs before the page is first shown, so it is small.
 */
const storedLanguage = 'sample-language'
const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')]

/** Selects the tab of a language in each sample that has it. */
function select(language: string): void {
  for (const list of document.querySelectorAll('[role=tablist]')) {
    const members = [...list.querySelectorAll<HTMLButtonElement>('[role=tab]')]
    if (!members.some((tab) => tab.dataset.language === language)) continue
    for (const tab of members) {
      const isSelected = tab.dataset.language === language
      tab.setAttribute('aria-selected', String(isSelected))
      tab.tabIndex = isSelected ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isSelected
    }
  }
}

function choose(tab: HTMLButtonElement): void {
  // The samples above the chosen one change their height too: it stays where it was on the screen.
  const top = tab.getBoundingClientRect().top
  select(tab.dataset.language ?? '')
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' })
  try {
    localStorage.setItem(storedLanguage, tab.dataset.language ?? '')
  } catch {
    // The choice holds for this page where the browser stores nothing.
  }
}

for (const tab of tabs) {
  tab.addEventListener('click', () => choose(tab))
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
    const members = [...(tab.parentElement?.querySelectorAll<HTMLButtonElement>('[role=tab]') ?? [])]
    if (step === undefined) return
    const next = members.at((members.indexOf(tab) + step) % members.length)
    if (!next) return
    choose(next)
    next.focus()
  })
}

try {
  const language = localStorage.getItem(storedLanguage)
  if (language) select(language)
} catch {
  // As above.
}

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.docs-contents-beside a')].map((link) => [
    link.hash.slice(1),
    link,
  ]),
)
const inView = new IntersectionObserver(
  (entries) => {
    const entry = entries.find(({ isIntersecting }) => isIntersecting)
    if (!entry) return
    for (const [id, link] of links)
      if (id === entry.target.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  },
  { rootMargin: '-10% 0px -70% 0px' },
)
for (const id of links.keys()) {
  const heading = document.getElementById(id)
  if (heading) inView.observe(heading)
}

// A drawer that leads to a place of this page would cover it.
const menu = document.querySelector<HTMLElement>('#docs-menu')
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover()
})

const input = document.querySelector<HTMLInputElement>('#search')
let isLoaded = false
async function loadSearch(): Promise<void> {
  if (isLoaded) return
  isLoaded = true
  const { startSearch } = await import('./parts/search.ts')
  startSearch()
}
input?.addEventListener('focus', () => void loadSearch())
input?.form?.addEventListener('submit', (event) => event.preventDefault())
// As on other documentation sites.
addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (
    key !== '/' ||
    ctrlKey ||
    metaKey ||
    altKey ||
    (target instanceof HTMLElement && target.matches('input, textarea'))
  )
    return
  event.preventDefault()
  input?.focus()
})
