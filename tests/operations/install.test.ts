import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-install-'))
  const { workspaces } = JSON.parse(await readFile('package.json', 'utf8')) as { workspaces: string[] }
  for (const workspace of ['.', ...workspaces]) {
    await mkdir(path.join(folder, workspace), { recursive: true })
    await copyFile(path.join(workspace, 'package.json'), path.join(folder, workspace, 'package.json'))
  }
  await copyFile('package-lock.json', path.join(folder, 'package-lock.json'))
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
