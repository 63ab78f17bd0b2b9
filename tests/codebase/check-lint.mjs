// Checks texts against rules of this repository's linter: node check-lint.mjs <rules, as JSON> < <[file, text][], as JSON>
// Prints for each text the rules that it breaks. Only the named rules run, each text with the types of its own alone.
import { text } from 'node:stream/consumers'
import { resolve } from 'node:path'
import { ESLint, Linter } from 'eslint'
import ts from 'typescript'

const rules = JSON.parse(process.argv[2])
const eslint = new ESLint()
const linter = new Linter()

/** A program of one file, without the library's types. */
function programOf(file, code) {
  const options = { noLib: true, noResolve: true, strict: true }
  const host = ts.createCompilerHost(options)
  host.getSourceFile = (name, target) => (name === file ? ts.createSourceFile(name, code, target, true) : undefined)
  return ts.createProgram([file], options, host)
}

const found = []
for (const [name, code] of JSON.parse(await text(process.stdin))) {
  const file = resolve(name)
  const { rules: configured, plugins, languageOptions } = await eslint.calculateConfigForFile(file)
  const config = {
    files: ['**/*.ts'],
    plugins,
    languageOptions: {
      parser: languageOptions.parser,
      parserOptions: { programs: [programOf(file, code)], tsconfigRootDir: process.cwd() },
    },
    rules: Object.fromEntries(rules.map((rule) => [rule, configured[rule] ?? 'off'])),
  }
  found.push(linter.verify(code, config, file).map(({ ruleId, message }) => ruleId ?? message))
}
process.stdout.write(JSON.stringify(found))
