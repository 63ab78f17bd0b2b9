import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'

const neverFlaky = JSON.parse(readFileSync('tests/never-flaky.json', 'utf8')) as readonly string[]

/** Reruns the failed files with an `npm` whose tests pass, except in files whose name contains `broken`. */
function rerun(failed: readonly { file: string; failures: number; executor?: string; withOtherNode?: boolean }[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rerun-'))
  const npm = '#!/bin/sh\necho "$GRAPHQL_EXECUTOR $*" >>"$NPM_CALLS"\ncase "$*" in *broken*) exit 1 ;; esac\n'
  writeFileSync(path.join(folder, 'npm'), npm, { mode: 0o755 })
  const otherNode = path.join(folder, 'other', 'node')
  mkdirSync(path.dirname(otherNode))
  writeFileSync(path.join(folder, 'other', 'npm'), npm.replace('"$G', '"other Node $G'), { mode: 0o755 })
  const [failures = '', recovered = '', list = '', others = '', calls = ''] = [
    'failures',
    'recovered',
    'flaky',
    'failed',
    'calls',
  ].map((name) => path.join(folder, name))
  const failureMessage = '\u001B[31mExpected 201, got 500\u001B[39m'
  const line = (entry: object) => `${JSON.stringify({ ...entry, failureMessage })}\n`
  const recorded = failed.map(({ file, withOtherNode = false, ...entry }) =>
    line({ ...entry, file: path.resolve(file), node: withOtherNode ? otherNode : process.execPath }),
  )
  writeFileSync(failures, recorded.join(''))
  writeFileSync(calls, '')
  const environment = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, NPM_CALLS: calls }
  const parameters = ['scripts/rerun-failed.mjs', failures, recovered, list, others]
  const { status, stdout } = spawnSync(process.execPath, parameters, { env: environment, encoding: 'utf8' })
  const [numberRecovered, listed, stillFailed, called] = [recovered, list, others, calls].map((file) =>
    readFileSync(file, 'utf8'),
  )
  return { status, stdout, recovered: Number(numberRecovered), listed, stillFailed, calls: called }
}

describe('rerunning failed test files', () => {
  it('lists a file that passes alone as flaky, with its first output', () => {
    const { status, stdout, listed, recovered } = rerun([{ file: 'tests/rest/cenotes.test.ts', failures: 2 }])
    expect({ status, recovered }).toEqual({ status: 0, recovered: 2 })
    expect(listed).toContain('flaky: tests/rest/cenotes.test.ts')
    expect(listed).toContain('Expected 201, got 500')
    expect(stdout).toContain(listed)
  })

  it('counts the failures of a file that fails again', () => {
    const { stdout, recovered } = rerun([{ file: 'tests/rest/broken.test.ts', failures: 1 }])
    expect(recovered).toBe(0)
    expect(stdout).not.toContain('flaky:')
  })

  it('lists a file that fails again, with its output in plain text', () => {
    const failed = ['broken', 'cenotes'].map((name) => ({ file: `tests/rest/${name}.test.ts`, failures: 1 }))
    expect(rerun(failed).stillFailed).toBe('FAIL tests/rest/broken.test.ts\nExpected 201, got 500\n')
  })

  it('repeats the executor that the failed run used', () => {
    const { calls } = rerun([{ file: 'tests/rest/cenotes.test.ts', failures: 1, executor: 'apollo' }])
    expect(calls).toMatch(/^apollo run test:all .*tests\/rest\/cenotes\.test\.ts\n$/)
  })

  it('uses the Node of the failed run', () => {
    const { calls } = rerun([{ file: 'tests/rest/cenotes.test.ts', failures: 1, withOtherNode: true }])
    expect(calls).toMatch(/^other Node /)
  })

  it.each(neverFlaky)('does not rerun differential tests, models, audits and races: %s', (part) => {
    const { recovered, calls } = rerun([{ file: `tests/${part}.ts`, failures: 1 }])
    expect({ recovered, calls }).toEqual({ recovered: 0, calls: '' })
  })

  it('fails when more than three files are flaky', () => {
    const flaky = ['a', 'b', 'c', 'd'].map((name) => ({ file: `tests/rest/${name}.test.ts`, failures: 1 }))
    expect(rerun(flaky.slice(1)).status).toBe(0)
    expect(rerun(flaky)).toMatchObject({ status: 1, recovered: 4 })
  })
})

describe('tests/never-flaky.json', () => {
  const files = ['tests', 'subgraphs', 'cli', 'gateway']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => file.endsWith('.test.ts'))
  it.each(neverFlaky)('names test files that exist: %s', (part) => {
    expect(files.filter((file) => file.includes(part))).not.toEqual([])
  })
})
