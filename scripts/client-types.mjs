// Writes clients/typescript/src/openapi.ts, the types of the client, from the OpenAPI document; with --check only
// reports whether they are stale. Items have all members: only the caller knows which ones `fields` leaves out.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'
import { readDocuments } from '../dist/scripts/contracts/documents.js'

const target = new URL('../clients/typescript/src/openapi.ts', import.meta.url)
const isReduced = (node) => /Selection$/.test(String(node?.$ref))
/** The document without the reduced items, and without the examples of a day. */
function whole(node) {
  if (Array.isArray(node)) return node.filter((one) => !isReduced(one)).map(whole)
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).filter(([name]) => !/Selection$|^examples?$/.test(name))
  return Object.fromEntries(members.map(([name, inner]) => [name, whole(inner)]))
}

const { openapi } = await readDocuments()
const types = await openapiTS(whole(openapi), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  alphabetize: true,
  defaultNonNullable: false,
})
const generated = `// Generated from the OpenAPI document by \`npm run client:types\`; not to be edited.\n${astToString(types)}`
const text = await format(generated, { ...(await resolveConfig(target)), parser: 'typescript' })
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('clients/typescript/src/openapi.ts is stale: run npm run client:types')
  process.exit(1)
}
