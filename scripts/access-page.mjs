// Writes docs/partner-api/access.md from what tests/rest/every-path.test.ts sees.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const { status } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', 'tests/rest/every-path'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, WRITE_ACCESS_PAGE: 'yes' },
  stdio: 'inherit',
})
process.exit(status ?? 1)
