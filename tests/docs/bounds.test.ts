import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { it } from '@jest/globals'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the table of bounds in docs/operators/security.md is that of the code', async () => {
  await promisify(execFile)(process.execPath, ['scripts/bounds-page.mjs', '--check'], { cwd: root })
})
