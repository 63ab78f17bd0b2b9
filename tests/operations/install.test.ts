import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-install-'))
  await mkdir(path.join(folder, 'clients/typescript'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'clients/typescript/package.json'])
    await copyFile(file, path.join(folder, file))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the locked packages', () => {
  it('all support this version of Node, so that `npm ci` warns of none', async () => {
    const { stderr } = await run('npm', ['ci', '--dry-run', '--offline', '--engine-strict', '--ignore-scripts'], {
      cwd: folder,
    })
    expect(stderr).not.toContain('EBADENGINE')
  })
})
