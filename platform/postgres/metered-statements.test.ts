import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import type { Pool } from 'pg'
import { WorkAccount, workClock } from '../process/work-account.ts'
import { meterStatements } from './metered-statements.ts'

/** A pool whose connections and responses come when the test says so. */
class ScriptedPool extends EventEmitter {
  readonly waiting: (() => void)[] = []
  connect(done: () => void): void {
    this.waiting.push(done)
  }
}

function pools() {
  const pool = new ScriptedPool()
  meterStatements(pool as unknown as Pool)
  return pool
}

it('what follows a statement is counted for the work that sent it', async () => {
  const pool = pools()
  const stream = new PassThrough()
  pool.emit('connect', { connection: { stream } })
  const current: unknown[] = []
  stream.on('data', () => current.push(workClock.current))
  const account = new WorkAccount()
  workClock.switchTo(account)
  stream.write('a statement')
  await turn()
  await turn()
  stream.write('one of the background')
  await turn()
  expect(current).toEqual([account, undefined])
})

it('a connection is handed over for the work that waited for it', async () => {
  const pool = pools()
  const [waiting, other] = [new WorkAccount(), new WorkAccount()]
  workClock.switchTo(waiting)
  const current = new Promise((resolve) => pool.connect(() => resolve(workClock.current)))
  workClock.switchTo(other)
  pool.waiting[0]?.()
  expect(await current).toBe(waiting)
})
