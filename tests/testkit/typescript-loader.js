import { fileURLToPath } from 'node:url'
import { compile } from './compile.js'

const globals = new URL('jest-globals.ts', import.meta.url).href
const folderOfTests = new URL('..', import.meta.url).href

/**
 * TypeScript modules of tests/ are evaluated for each test file: they get the query of the module that imports them, which
 * numbers the file (native-runtime.cjs). JavaScript modules there are evaluated once per process.
 */
export async function resolve(specifier, context, next) {
  const { url, ...resolved } = specifier === '@jest/globals' ? { url: globals } : await next(specifier, context)
  const isOfFile = url.startsWith(folderOfTests) && url.endsWith('.ts')
  const query = isOfFile && context.parentURL !== undefined ? new URL(context.parentURL).search : ''
  return { ...resolved, url: url + query, shortCircuit: true }
}

export async function load(url, context, next) {
  const { protocol, pathname } = new URL(url)
  if (protocol !== 'file:' || !/\.tsx?$/.test(pathname)) return next(url, context)
  return { format: 'module', source: compile(fileURLToPath(new URL(pathname, url))).code, shortCircuit: true }
}
