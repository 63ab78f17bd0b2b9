import type { Page } from 'playwright-core'

/** Sets a mark on the page if it ever runs. */
const attack = (name: string): string => `window.attacked='${name}'`

/** Texts of an attacker where a name or note is expected; each fits into 150 characters. */
export const hostileTexts = {
  script: `<script>${attack('script')}</script><svg onload=${attack('svg')}>`,
  handler: `<img src=x onerror="${attack('handler')}"><b onmouseover=${attack('over')}>`,
  remote: '<img src="https://evil.example/a.png"><iframe src="https://evil.example/"></iframe>',
  attribute: `"'><input autofocus onfocus="${attack('attribute')}" x="`,
  address: `javascript:${attack('address')}//`,
  closing: '</textarea></title></option></script><!-- &lt;b&gt; &#60;i&#62;',
  template: "{{constructor.constructor('window.attacked=1')()}} ${window.attacked=1} {name} $& $'",
  direction: 'Ana \u202Egnp.exe\u2066 \u200F oab',
  formula: '=HYPERLINK("https://evil.example","Pay")',
  member: '__proto__',
  long: 'W'.repeat(150),
} as const

/** Several attacks in one text, for names of which there are few. */
export const hostileMix = `"'><img src=x onerror="${attack('mix')}"><script>${attack('mix')}</script>{{1}}\${1}\u202Eoab`

/** Runs in the page: what is wrong with it, and everything it shows, what its fields hold included. */
const inspection = `(() => {
  const problems = []
  if (window.attacked !== undefined) problems.push('a script ran: ' + window.attacked)
  const foreign = 'iframe, object, embed, base, body script, img[src=x], main link, main svg[onload]'
  for (const element of document.querySelectorAll(foreign)) problems.push('an element came in: ' + element.outerHTML)
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) problems.push('a handler came in: ' + element.outerHTML)
      if (['href', 'src', 'action', 'formaction'].includes(name) && /^\\s*javascript:/i.test(value))
        problems.push('a script is an address: ' + element.outerHTML)
    }
  const isClipped = (element) => element !== null && (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1 && !isClipped(element.parentElement),
    )
    problems.push('the page scrolls sideways: ' + wide.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 300)).join(' || '))
  }

  // A text that changes the direction must not turn around what follows it in the same line.
  const isHidden = (node) => node.parentElement.closest('script, style, title, option') !== null
  const isInline = (element) => /^inline|^contents$/.test(getComputedStyle(element).display)
  const isIsolated = (element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)
  const reachOf = (node) => {
    let element = node.parentElement
    while (getComputedStyle(element).display === 'inline' && !isIsolated(element)) element = element.parentElement
    return element
  }
  const isInLine = (node, reach) => {
    for (let element = node.parentElement; element !== reach; element = element.parentElement)
      if (!isInline(element)) return false
    return true
  }
  const isBroken = (from, to) => {
    const range = document.createRange()
    range.setStartAfter(from)
    range.setEndBefore(to)
    return range.cloneContents().querySelector('br') !== null
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) if (!isHidden(walker.currentNode)) texts.push(walker.currentNode)
  texts.forEach((node, index) => {
    if (!/[\\u202a-\\u202e\\u2066-\\u2068]/.test(node.data)) return
    const reach = reachOf(node)
    const next = texts.slice(index + 1).find(({ data }) => data.trim() !== '')
    if (next && reach.contains(next) && isInLine(next, reach) && !isBroken(node, next))
      problems.push('turned around: ' + next.data + ' after ' + node.data)
  })
  const values = [...document.querySelectorAll('input, textarea')].map(({ value }) => value)
  const options = [...document.querySelectorAll('option')].map(({ textContent }) => textContent)
  return { problems, shown: [...texts.map(({ data }) => data), ...values, ...options].join('\\n') }
})()`

/** The faults of a page that shows hostile texts, and its whole text. */
export const inspect = (page: Page): Promise<{ problems: string[]; shown: string }> => page.evaluate(inspection)
