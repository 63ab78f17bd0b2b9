// Checks source trees against boundary rules: node check-trees.mjs <configuration> <modules, as JSON> <folder>...
// Prints the summary of each folder as a line of JSON. One process for all: loading the checker takes seconds.
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'

const [config, modules, ...folders] = process.argv.slice(2)
const ruleSet = await extractConfig(config)
for (const folder of folders) {
  process.chdir(folder)
  const options = { ...ruleSet.options, ruleSet, validate: true, outputType: 'json' }
  const { output } = await cruise(JSON.parse(modules), options)
  process.stdout.write(`${JSON.stringify(JSON.parse(output).summary)}\n`)
}
