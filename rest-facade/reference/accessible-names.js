/** Names, roles and stops of the keyboard that the renderer leaves out, by selector. */
const repairs = [
  ['button[role=search]', (control) => named(control, control.innerText.trim())],
  ['button[class*=copy-button]:not([aria-label])', (control) => named(control, 'Copy')],
  ['button[aria-selected]:not([role])', (control) => control.removeAttribute('aria-selected')],
  ['button[role=none]', (control) => control.removeAttribute('role')],
  // Its text is a better name.
  ['.show-more[aria-label]', (control) => control.removeAttribute('aria-label')],
  ['.cm-content:not([aria-label])', (editor) => editor.setAttribute('aria-label', `Value of ${rowOf(editor)}`)],
  ['input[type=checkbox]:not([aria-label], [id])', (control) => named(control, `Send ${rowOf(control)}`)],
  // Links of the introduction show an icon alone where there is little room.
  ['a[class*=min-h-7]:not([aria-label])', (link) => named(link, link.textContent.trim())],
  ['button:not([aria-label])', (control) => control.textContent.trim() || named(control, 'More')],
  ['button :is(a, pre, [tabindex="0"]):not([tabindex="-1"])', (control) => (control.tabIndex = -1)],
  ['ul.endpoints:not([tabindex])', (list) => (list.tabIndex = 0)],
  ['pre:not([tabindex], button *)', (code) => (code.tabIndex = 0)],
]

function named(control, text) {
  control.removeAttribute('role')
  control.setAttribute('aria-label', text)
}

/** The name of the parameter in whose row a control is. */
const rowOf = (control) =>
  control.closest('tr')?.querySelector('td:nth-child(2), td')?.textContent.trim().split(/\s/)[0] || 'the request'

let isPlanned = false
/** Most of the page is drawn later, as operations come into view. */
function repairAccessibility() {
  isPlanned = false
  for (const [selector, repair] of repairs) for (const found of document.querySelectorAll(selector)) repair(found)
}

new MutationObserver(() => {
  if (isPlanned) return
  isPlanned = true
  requestAnimationFrame(repairAccessibility)
}).observe(document.body, { childList: true, subtree: true })
