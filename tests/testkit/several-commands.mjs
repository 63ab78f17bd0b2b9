/**
 * Runs several entries of the product to their end in one process, one after the other, and prints their results as the
 * last line. Usage: node several-commands.mjs '[{"entry": "main", "environment": {"PORT": "x"}, "args": []}, ...]'
 */
import { runCommand } from './run-command.js'

const results = []
for (const { entry, environment, args } of JSON.parse(process.argv[2]))
  results.push(await runCommand(entry, environment, args))
process.stdout.write(`\n${JSON.stringify(results)}\n`)
process.exit()
