import { register } from 'node:module'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { fileURLToPath } from 'node:url'
import { compile } from './compile.js'

// Lets this process import TypeScript.
register('./typescript-loader.js', import.meta.url)

/** A stack with the lines of TypeScript files; source maps of Node would slow down every error of the product. */
export const originalStack = (stack) =>
  stack.replaceAll(/(file:\S+\.tsx?)(?:\?testFile=\d+)?:(\d+):(\d+)/g, (_place, address, line, column) => {
    const file = fileURLToPath(address)
    const map = new TraceMap(compile(file).map ?? '')
    const original = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })
    return `${file}:${original.line ?? line}:${(original.column ?? Number(column) - 1) + 1}`
  })
