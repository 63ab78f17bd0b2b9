import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { shortLivedFlags } from './short-lived-flags.js'

/**
 * @typedef {object} Prepared The settings of a product whose databases exist.
 * @property {Record<string, string>} environment
 * @property {string} prefix
 */

const entry = fileURLToPath(new URL('shared-product-process.js', import.meta.url))
/** Jest replaces a worker that has grown; the one that follows has its number, and uses the same product. */
const worker = process.env.JEST_WORKER_ID ?? '1'
const stateFile = path.join(process.env.TEST_FOLDER ?? '', `shared-product-${worker}.json`)

/** @returns {{ pid: number, url: string, prepared: Prepared } | undefined} */
const readState = () => (existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : undefined)

/**
 * The one product that the test files of a worker share, in a process of its own: started for the first of them, or again
 * when it does not respond.
 *
 * @param {() => Promise<Prepared>} prepare
 */
export async function sharedProduct(prepare) {
  let state = readState()
  if (state && !(await isReady(state.url))) {
    await closeSharedProduct()
    state = undefined
  }
  if (!state) {
    const prepared = await prepare()
    state = { ...(await startProcess(prepared)), prepared }
    writeFileSync(`${stateFile}.new`, JSON.stringify(state))
    renameSync(`${stateFile}.new`, stateFile)
  }
  return { url: state.url, ...state.prepared }
}

/** Starts the process of a product, which outlives this one. */
async function startProcess(prepared) {
  const runner = process.env.TEST_RUNNER
  const child = spawn(process.execPath, [...shortLivedFlags, entry, JSON.stringify(prepared), runner], {
    detached: true,
    stdio: ['ignore', 'pipe', openSync(stateFile.replace('.json', '.log'), 'a')],
  })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`The shared product ended with ${code}`)))
  })
  child.stdout.destroy()
  child.removeAllListeners()
  child.unref()
  return { pid: child.pid, url }
}

export async function closeSharedProduct() {
  const state = readState()
  if (!state) return
  rmSync(stateFile)
  await endProcess(state.pid)
  const { environment, prefix } = state.prepared
  await rm(environment.DATA_DIR, { recursive: true, force: true })
  await dropDatabases(['access', 'booking', 'catalog', 'pricing'].map((owner) => `${prefix}${owner}`))
}

async function endProcess(pid) {
  const isAlive = (signal) => {
    try {
      return process.kill(pid, signal)
    } catch {
      return false
    }
  }
  isAlive('SIGKILL')
  while (isAlive(0)) await delay(10)
}

const isReady = (url) =>
  globalThis.fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Hundreds of databases would take gigabytes of memory and disk until the end of the run. */
export async function dropDatabases(names) {
  if (names.length === 0) return
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  for (const name of names) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await client.end()
}

/**
 * A number that no other test file of this worker has had, also one before it was replaced: of its week and addresses.
 *
 * @param {'files' | 'processes'} of
 */
export function takeNumber(of) {
  const file = path.join(process.env.TEST_FOLDER ?? '', `taken-${of}-${worker}`)
  const number = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  writeFileSync(file, String(number + 1))
  return number
}

// A worker that is to end stops listening to Jest. A shared browser would keep it running.
process.on('removeListener', (event) => {
  if (process.send && event === 'message' && process.listenerCount('message') === 0) process.exit()
})
