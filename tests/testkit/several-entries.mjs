/**
 * Starts several entries of the product in one process, one after the other, each with its own settings. Usage:
 * node several-entries.mjs '[{"entry": "main.js", "environment": {"PORT": "4000"}}, ...]'
 */
import { importAgain } from './import-again.js'

const entries = JSON.parse(process.argv[2])
const common = process.env
const { exit } = process
let running = entries.length

// Each entry ends the process when it has drained: the last one does.
process.exit = (code) => {
  running -= 1
  if (code || running === 0) exit.call(process, code)
}

for (const { entry, environment } of entries) {
  process.env = { ...common, ...environment }
  await importAgain(entry.replace(/\.js$/, ''))
}
process.stdout.write('All entries are ready\n')
