import { describe, expect, it } from '@jest/globals'
import { resultOf, type GateResult } from '../api.ts'
import type { Act, DoneAct } from './act.ts'
import { openActQueue, type ActQueue } from './act-queue.ts'
import { openActStore } from './act-store.ts'

const checkIn = { kind: 'check_in', party: null } as const
const cash = { kind: 'payment', amountCents: 100, currency: 'MXN', method: 'CASH' } as const

/** A storage of the browser. */
function storage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

type Response = 'done' | readonly [code: string, status: number] | 'lost'

/** A queue whose server responds in this order, and then does what it is sent. */
function gate(responses: readonly Response[] = [], { store = openActStore(storage()), keyId = 'key' } = {}) {
  const sent: Act[] = []
  const left = [...responses]
  const queue = openActQueue({
    store,
    key: { id: keyId, environment: 'SANDBOX' },
    firstRetryMilliseconds: 1,
    send(act): Promise<GateResult<DoneAct>> {
      sent.push(act)
      const response = left.shift() ?? 'done'
      if (response === 'done') return Promise.resolve({ data: { act, reservation: {} as never, ticketUrl: null } })
      if (response === 'lost') return Promise.resolve(resultOf(null))
      const [code, status] = response
      return Promise.resolve(resultOf({ errors: [{ message: code, extensions: { code, status } }] }))
    },
  })
  return { queue, store, sent, idsSent: () => sent.map(({ id }) => id) }
}

/** Waits for a state of the queue. */
const until = (queue: ActQueue, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (holds()) resolve()
    }
    queue.subscribe(check)
    check()
  })
const untilDone = (queue: ActQueue): Promise<void> => until(queue, () => queue.acts().length === 0)

describe('the queue of the gate', () => {
  it('sends an act again under its own id until there is a response, and then no more', async () => {
    const { queue, idsSent } = gate(['lost', ['SERVICE_UNAVAILABLE', 503], ['IDEMPOTENCY_KEY_IN_USE', 409]])
    const { id } = queue.add('CEN-A', checkIn)
    await untilDone(queue)
    expect(idsSent()).toEqual([id, id, id, id])
  })

  it('sends what another page has left, such as one before a reload', async () => {
    const before = gate(['lost', 'lost', 'lost'])
    const { id } = before.queue.add('CEN-A', checkIn)
    before.queue.close()
    const after = gate([], before)
    await untilDone(after.queue)
    expect(after.idsSent()).toEqual([id])
  })

  it('keeps a refusal until it is removed, and does not send it again', async () => {
    const { queue, store, sent } = gate([['PAYMENT_REQUIRED', 422]])
    const { id } = queue.add('CEN-A', checkIn)
    await until(queue, () => queue.acts()[0]?.refusal?.code === 'PAYMENT_REQUIRED')
    queue.wake()
    queue.add('CEN-B', checkIn)
    await until(queue, () => sent.length === 2 && queue.acts().length === 1)
    expect(store.all().map((act) => act.id)).toContain(id)
    queue.remove(id)
    await untilDone(queue)
  })

  it('sends the acts of one reservation in their order, and those of others meanwhile', async () => {
    const { queue, sent } = gate([['INTERNAL_ERROR', 500]])
    queue.add('CEN-A', cash)
    queue.add('CEN-A', checkIn)
    queue.add('CEN-B', checkIn)
    await untilDone(queue)
    expect(sent.map(({ reservation, deed }) => `${reservation} ${deed.kind}`)).toEqual([
      'CEN-A payment',
      'CEN-B check_in',
      'CEN-A payment',
      'CEN-A check_in',
    ])
  })

  it('has one check-in of a reservation that waits, with its token or without, and every payment', () => {
    const { queue } = gate(['lost'])
    const { id } = queue.add('CEN-A', checkIn)
    expect(queue.add('cen-a.token', checkIn).id).toBe(id)
    queue.add('CEN-A', cash)
    queue.add('CEN-A', cash)
    expect(queue.acts()).toHaveLength(3)
    queue.close()
  })

  it('sends nothing of another key until it adopts it', async () => {
    const before = gate(['lost'])
    const { id } = before.queue.add('CEN-A', checkIn)
    before.queue.close()
    const after = gate([], { store: before.store, keyId: 'another' })
    const [waiting] = after.queue.acts()
    expect(waiting && after.queue.isOwn(waiting)).toBe(false)
    after.queue.add('CEN-B', checkIn)
    await until(after.queue, () => after.queue.acts().length === 1)
    after.queue.adopt(id)
    await untilDone(after.queue)
    expect(after.sent.map(({ reservation }) => reservation)).toEqual(['CEN-B', 'CEN-A'])
  })
})
