// Composes schema/*.graphql into schema/supergraph.graphql; with --check only reports how it differs.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'

const folder = new URL('../schema/', import.meta.url)
const target = new URL('supergraph.graphql', folder)
const services = ['access', 'booking', 'catalog', 'pricing'].map((name) => ({
  name,
  url: `http://${name}.invalid/graphql`,
  typeDefs: parse(readFileSync(new URL(`${name}.graphql`, folder), 'utf8')),
}))
const { supergraphSdl, errors } = composeServices(services)
if (errors) {
  for (const error of errors) console.error(error.message)
  process.exit(1)
}
const text = `# Composed from the other files of this folder by "npm run compose"; do not edit.\n${supergraphSdl}\n`
if (process.argv.includes('--check')) {
  const committed = readFileSync(target, 'utf8')
  if (committed !== text) {
    spawnSync('git', ['diff', '--no-index', '--no-color', '--unified=0', fileURLToPath(target), '-'], {
      input: text,
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    console.error('schema/supergraph.graphql is stale: run "npm run compose" and commit it')
    process.exit(1)
  }
  console.log('schema/supergraph.graphql is fresh')
} else {
  writeFileSync(target, text)
}
