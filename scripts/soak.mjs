// `npm run soak -- --minutes 10`: random writes, subscriptions, disconnects, failures and kills on a cluster of real
// processes; at the end every subscriber must have received every event. Exit code 1 otherwise.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const seconds = Math.round(Number(values.minutes) * 60)
if (!(seconds > 0)) {
  process.stderr.write(`--minutes must be a number above 0, not ${values.minutes}\n`)
  process.exit(2)
}
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/jest/bin/jest.js',
    '--config=jest.long.config.js',
    '--runInBand',
    'tests/resilience/replicas/replicas.test.ts',
    '--testNamePattern=the soak',
  ],
  { stdio: 'inherit', env: { ...process.env, SOAK_SECONDS: String(seconds) } },
)
process.exit(status ?? 1)
