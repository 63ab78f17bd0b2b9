// Writes docs/partner-api/access.md from what tests/rest/every-path.test.ts sees.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
const { status } = spawnSync(process.execPath, [...jest, 'tests/rest/every-path'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, WRITE_ACCESS_PAGE: 'yes' },
  stdio: 'inherit',
})
process.exit(status ?? 1)
