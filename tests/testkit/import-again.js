import { readFileSync } from 'node:fs'

let imports = 0

/**
 * Evaluates an entry of the built product, such as `cli/keys/main`, again in this process: only the bundle that it
 * imports, not the modules that bundles share.
 */
export function importAgain(entry) {
  const file = new URL(`../../dist/${entry}.js`, import.meta.url)
  const [, bundle] = /^import '(.+)'/.exec(readFileSync(file, 'utf8'))
  return import(`${new URL(bundle, file)}?import=${(imports += 1)}`)
}
