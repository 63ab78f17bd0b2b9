// Does what `npx graphql-codegen` does in a folder, by the packages that it is made of: with the command come a hundred more.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codegen } from '@graphql-codegen/core'
import { parse } from 'graphql'
import { parse as parseYaml } from 'yaml'

const settings = parseYaml(readFileSync('codegen.yml', 'utf8'))
const [documentFolder, pattern] = settings.documents.split('/**/*')
const documents = readdirSync(documentFolder)
  .filter((name) => name.endsWith(pattern))
  .map((name) => path.join(documentFolder, name))
  .map((location) => ({ location, rawSDL: readFileSync(location, 'utf8') }))

for (const [baseOutputDir, { preset: name, config }] of Object.entries(settings.generates)) {
  const { preset } = await import(`@graphql-codegen/${name}-preset`)
  const files = await preset.buildGeneratesSection({
    baseOutputDir,
    config,
    documents: documents.map(({ location, rawSDL }) => ({ location, rawSDL, document: parse(rawSDL) })),
    schema: parse(readFileSync(settings.schema, 'utf8')),
    ...{ pluginContext: {}, pluginMap: {}, plugins: [], presetConfig: {} },
  })
  mkdirSync(baseOutputDir, { recursive: true })
  for (const file of files) writeFileSync(file.filename, await codegen(file))
}
