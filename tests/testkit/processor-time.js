import { appendFileSync, readFileSync } from 'node:fs'

/** Where a line is written for each test file, if anywhere; exact with one worker (CONTRIBUTING.md). */
const file = process.env.TEST_PROCESSOR_TIMES

/** Hundredths of a second, of Linux on every machine. */
const ticksPerSecond = 100

/** Seconds of processor time of a process, and of its children that have ended. */
function secondsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [user, system, userOfChildren, systemOfChildren] = fields.slice(11, 15)
    return { own: (user + system) / ticksPerSecond, children: (userOfChildren + systemOfChildren) / ticksPerSecond }
  } catch {
    return { own: 0, children: 0 }
  }
}

/** The server of the tests, with the sessions that run on it. */
function secondsOfServer() {
  const pidFile = `${process.env.TEST_FOLDER}/postgres/postmaster.pid`
  try {
    const [pid] = readFileSync(pidFile, 'utf8').split('\n')
    const sessions = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const { own, children } = secondsOf(pid)
    return sessions.map((session) => secondsOf(session).own).reduce((sum, seconds) => sum + seconds, own + children)
  } catch {
    return 0
  }
}

const now = () => {
  const { own, children } = secondsOf(process.pid)
  return { worker: own, children, server: secondsOfServer() }
}

/** Begins to measure a test file; the result writes what it took. */
export function measureProcessorTime(testFile) {
  if (!file) return () => undefined
  const before = now()
  return () => {
    const after = now()
    const parts = Object.keys(before).map((part) => after[part] - before[part])
    const sum = parts.reduce((total, seconds) => total + seconds, 0)
    appendFileSync(file, `${[sum, ...parts].map((seconds) => seconds.toFixed(2)).join('\t')}\t${testFile}\n`)
  }
}
