/** Names of controls that Swagger UI leaves without one, by selector. */
const controlNames = [
  ['.dark-mode-toggle button', 'Switch between light and dark'],
  ['.copy-to-clipboard button', 'Copy'],
  ['#servers', 'Server'],
  ['.examples-select-element', 'Example'],
  ['.body-param__text', 'Body of the request'],
  ['.content-type', 'Content type'],
  ['.body-param-content-type select', 'Content type of the request'],
]

/** Adds the names, roles and stops of the keyboard that are missing. */
function nameControls() {
  for (const [selector, name] of controlNames)
    for (const control of document.querySelectorAll(`${selector}:not([aria-label])`))
      control.setAttribute('aria-label', name)
  for (const control of document.querySelectorAll(
    '[data-param-name] :is(input, select, textarea):not([aria-label], [type=file])',
  ))
    control.setAttribute('aria-label', control.closest('[data-param-name]').dataset.paramName)
  for (const image of document.querySelectorAll('img:not([alt])')) image.alt = 'Cenote partner API'
  // The path is a link inside of the button that opens the operation, and leads to the same.
  for (const link of document.querySelectorAll('button a[href]')) link.removeAttribute('href')
  for (const code of document.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0
}

// Most of the page is drawn later, as operations are opened and executed.
new MutationObserver(nameControls).observe(document.body, { childList: true, subtree: true })
