import { describe, expect, it } from '@jest/globals'
import { References } from '../testkit/references.ts'

const references = new References(process.cwd())

describe('references in documentation and comments', () => {
  it('resolve: links, headings, file names and npm scripts', () => {
    expect(references.files.length).toBeGreaterThan(500)
    // All but this file, whose planted references must lead nowhere.
    const files = references.files.filter((file) => !import.meta.filename.endsWith(`/${file}`))
    expect(files).toHaveLength(references.files.length - 1)
    expect(files.flatMap((file) => references.brokenIn(file))).toEqual([])
  })

  it('lead from the README to every page', () => {
    const pages = references.files.filter((file) => file.endsWith('.md') && !file.startsWith('.github/'))
    const reached = references.reachableFrom('README.md')
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })

  it.each([
    ['docs/page.md', 'See [this](missing.md).', 'missing.md'],
    ['docs/page.md', 'See [this](glossary.md#no-such-heading).', 'glossary.md#no-such-heading'],
    ['docs/page.md', 'See [this](/docs/glossary.md).', '/docs/glossary.md'],
    ['docs/page.md', 'It is in `gateway/no-such-file.ts`.', 'gateway/no-such-file.ts'],
    ['docs/page.md', 'It is in `no-such-file.ts`.', 'no-such-file.ts'],
    ['docs/page.md', 'It is in `gateway/no-such-folder/`.', 'gateway/no-such-folder/'],
    ['docs/page.md', 'Run `npm run no-such-script`.', 'npm run no-such-script'],
    ['docs/page.md', '```\nsee docs/missing.md\n```', 'docs/missing.md'],
    ['platform/code.ts', '// See docs/glossary.md#no-such-heading.', 'docs/glossary.md#no-such-heading'],
    ['platform/code.ts', ' * The table of `no-such-file.ts`.', 'no-such-file.ts'],
    ['platform/code.ts', 'const x = 1 // as platform/no-such-file.ts does', 'platform/no-such-file.ts'],
    ['platform/code.ts', "const page = 'docs/missing.md'", 'docs/missing.md'],
    ['schema/contract.graphql', '"As docs/missing.md says."', 'docs/missing.md'],
    ['docs/page.md', 'As decision 0002 says.', 'decision 0002'],
    ['platform/code.ts', '// Ends a hold (specification 4.2).', 'specification 4.2'],
    ['.ci/run', '# as scripts/no-such-file.mjs does', 'scripts/no-such-file.mjs'],
  ])('are reported when they lead nowhere: in %s, %j', (file, text, reference) => {
    expect(references.brokenIn(file, text)[0]).toMatch(new RegExp(`^${file}:\\d+ ${reference}$`))
  })

  it.each([
    ['docs/page.md', 'See [this](glossary.md), [that](https://example.com/missing.md) and `gateway/execution/`.'],
    ['docs/page.md', '```\n[not a link](missing.md)\n```'],
    ['docs/page.md', 'As [decision 0205](decisions/0205-event-log-in-commit-order.md) says.'],
    ['gateway/execution/code.ts', '// As engine.ts, execution/engine.ts and gateway/execution/engine.ts.'],
    ['gateway/execution/code.ts', '// With Node.js, `*.test.ts`, `rates.json` and `dist/main.js`.'],
  ])('are accepted when they resolve: in %s, %j', (file, text) => {
    expect(references.brokenIn(file, text)).toEqual([])
  })
})
