import { runCommand } from '../../platform/process/run-main.ts'
import { asOperator } from '../../gateway/database/open-for-command.ts'
import { runKeys } from './keys.ts'

await runCommand(async () => {
  process.exitCode = await runKeys(process.argv.slice(2), (text) => process.stdout.write(text), asOperator)
})
