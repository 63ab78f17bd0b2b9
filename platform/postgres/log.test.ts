import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { boundLog, lastLines, openLog, rotateWhenLarge } from './log.ts'
import { eventually } from '../../tests/testkit/eventually.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'server-log-'))
  file = path.join(folder, 'postgres.log')
})

afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (name: string): Promise<number> => (await stat(name)).mode & 0o777

it('the log of a server is readable by its owner only, also one that was readable by all', async () => {
  await writeFile(file, 'earlier\n', { mode: 0o644 })
  const { handle, start } = await openLog(file)
  await handle.close()
  expect([await modeOf(file), start]).toEqual([0o600, 8])
})

it('the last lines of a server are those since its start', async () => {
  await writeFile(file, 'earlier\n')
  const { handle, start } = await openLog(file)
  await handle.write('could not bind\n')
  await handle.close()
  expect(await lastLines(file, start)).toBe('could not bind\n')
  expect(await lastLines(file, start, 5)).toBe('bind\n')
})

it('a large log is rotated while its server continues to write to the same file', async () => {
  const { handle } = await openLog(file)
  await handle.write('x'.repeat(2_000))
  await rotateWhenLarge(file, 1_000)
  await handle.write('after\n')
  await handle.close()
  expect(await readFile(file, 'utf8')).toBe('after\n')
  expect((await stat(`${file}.1`)).size).toBe(2_000)
  expect(await modeOf(`${file}.1`)).toBe(0o600)
  await rotateWhenLarge(file, 1_000)
  expect((await stat(`${file}.1`)).size).toBe(2_000)
})

it('the log of a running server stays within its limit', async () => {
  const { handle } = await openLog(file)
  await handle.close()
  const stop = boundLog(file, 5, 1_000)
  await appendFile(file, 'x'.repeat(2_000))
  await eventually(async () => (await stat(file)).size, 0)
  stop()
})
