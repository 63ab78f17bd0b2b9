import { describe, expect, it } from '@jest/globals'
import type { FastifyRequest } from 'fastify'
import { html, wantsPage } from './pages.ts'

describe('a page', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html', true],
    ['*/*', false],
    ['application/json, text/html;q=0.5', false],
    ['application/json', false],
    [undefined, false],
  ])('is for callers that ask for one: %p', (accept, expected) => {
    expect(wantsPage({ headers: { accept } } as FastifyRequest)).toBe(expected)
  })

  it('escapes what is put into it', () => {
    const name = `<script>"x" & 'y'</script>`
    expect(html`<p title="${name}">${[html`<b>${1}</b>`, null, false, 'a']}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;"><b>1</b>a</p>',
    )
  })
})
