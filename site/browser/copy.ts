/** The buttons that copy a block of code. */
const texts =
  document.documentElement.lang === 'es'
    ? { copied: 'Copiado', failed: 'No se pudo copiar' }
    : { copied: 'Copied', failed: 'Could not copy' }

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button.copy') : null
  const code = button?.closest('.sample')?.querySelector(':not([hidden]) > pre > code')
  if (!button || !code) return
  const label = (button.dataset.label ??= button.textContent ?? '')
  // Browsers offer the clipboard on secure addresses only.
  const written = navigator.clipboard?.writeText(code.textContent ?? '') ?? Promise.reject(new Error('no clipboard'))
  written
    .then(() => (button.textContent = texts.copied))
    .catch(() => (button.textContent = texts.failed))
    .finally(() => setTimeout(() => (button.textContent = label), 2_000))
})
