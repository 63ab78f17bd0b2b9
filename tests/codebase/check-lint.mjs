// Checks texts against rules of this repository's linter: node check-lint.mjs <rules, as JSON> < <[file, text][], as JSON>
// Prints for each text the rules that it breaks. Only the named rules run: the others need the types of a whole program.
import { text } from 'node:stream/consumers'
import { ESLint, Linter } from 'eslint'

const rules = JSON.parse(process.argv[2])
const eslint = new ESLint()
const linter = new Linter()
const found = []
for (const [file, code] of JSON.parse(await text(process.stdin))) {
  const { rules: configured, languageOptions } = await eslint.calculateConfigForFile(file)
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: languageOptions.parser },
    rules: Object.fromEntries(rules.map((rule) => [rule, configured[rule] ?? 'off'])),
  }
  found.push(linter.verify(code, config, file).map(({ ruleId, message }) => ruleId ?? message))
}
process.stdout.write(JSON.stringify(found))
