/** Gives every code block a button that copies it. */
const texts =
  document.documentElement.lang === 'es'
    ? { copy: 'Copiar', copied: 'Copiado', failed: 'No se pudo copiar' }
    : { copy: 'Copy', copied: 'Copied', failed: 'Could not copy' }

for (const block of document.querySelectorAll('pre')) {
  const code = block.querySelector('code')
  if (!code) continue
  const button = document.createElement('button')
  button.className = 'copy'
  button.type = 'button'
  button.textContent = texts.copy
  button.addEventListener('click', () => {
    // Browsers offer the clipboard on secure addresses only.
    const written = navigator.clipboard?.writeText(code.textContent ?? '') ?? Promise.reject(new Error('no clipboard'))
    written
      .then(() => (button.textContent = texts.copied))
      .catch(() => (button.textContent = texts.failed))
      .finally(() => setTimeout(() => (button.textContent = texts.copy), 2_000))
  })
  // Beside the block, because a text that is selected in it must not contain the label.
  const frame = document.createElement('div')
  frame.className = 'copyable'
  block.replaceWith(frame)
  frame.append(block, button)
}
