import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { OperatorError } from '../process/operator-error.ts'

const run = promisify(execFile)

/** The lines that a running server writes to postmaster.pid. */
export interface PostmasterStatus {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** Reads postmaster.pid: first line the process, fourth its port, eighth its state. */
export async function statusOf(cluster: string): Promise<PostmasterStatus | undefined> {
  const lines = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  )
  const pid = Number(lines?.[0])
  return lines && pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Whether the process serves this very folder: process ids are used again. */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  return isAlive(pid) && (await commandOf(pid)).includes(cluster)
}

/** Waits for the end of a server whose parent was killed; refuses while that parent runs. */
export async function stopOrphan(cluster: string, onProgress?: (step: string) => void): Promise<void> {
  const status = await statusOf(cluster)
  if (!status || !(await servesCluster(status.pid, cluster))) return
  const parent = await parentOf(status.pid)
  if (parent !== undefined && parent > 1 && (await commandOf(parent)).includes('node')) {
    throw new OperatorError(`The data folder is in use by process ${parent}: stop it first, or set another DATA_DIR`)
  }
  onProgress?.('ending the PostgreSQL server of an earlier run')
  process.kill(status.pid, 'SIGINT')
  for (let waited = 0; isAlive(status.pid); waited += 50) {
    if (waited === 10_000) process.kill(status.pid, 'SIGQUIT')
    if (waited > 20_000) throw new OperatorError(`PostgreSQL process ${status.pid} of an earlier run does not end`)
    await delay(50)
  }
}

const commandOf = (pid: number): Promise<string> =>
  run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => commandFromProc(pid),
  )

const commandFromProc = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text.replaceAll('\0', ' '),
    () => '',
  )

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (status) return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
  return run('ps', ['-o', 'ppid=', '-p', String(pid)]).then(
    ({ stdout }) => Number(stdout),
    () => undefined,
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
