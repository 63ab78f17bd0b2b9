import type { GateResult } from '../api.ts'
import { newActId, referenceIn, type Act, type Deed, type DoneAct } from './act.ts'
import type { ActStore } from './act-store.ts'

/** The acts of the gate, each sent until there is a response, those of one reservation in order. */
export interface ActQueue {
  /** All that is not done: being sent, waiting, refused, or made with another key. Oldest first. */
  acts(): readonly Act[]
  /** Whether an act will be sent with the key of this session. */
  isOwn(act: Act): boolean
  subscribe(listener: () => void): () => void
  onDone(listener: (done: DoneAct) => void): () => void
  /** Stores an act and sends it; a check-in that still waits is returned instead of a second one. */
  add(reservation: string, deed: Deed): Act
  /** Drops an act: a refusal that was read, or one that is not to be sent. */
  remove(id: string): void
  /** Sends an act of another key with this one, because that key no longer exists. */
  adopt(id: string): void
  /** Sends what waits now, such as when the connection is back. */
  wake(): void
  close(): void
}

export interface ActQueueOptions {
  readonly store: ActStore
  readonly key: { readonly id: string; readonly environment: string }
  send(act: Act): Promise<GateResult<DoneAct>>
  readonly now?: () => number
  /** For tests. */
  readonly firstRetryMilliseconds?: number
}

const maxRetryMilliseconds = 20_000

export function openActQueue({
  store,
  key,
  send,
  now = Date.now,
  firstRetryMilliseconds = 1_000,
}: ActQueueOptions): ActQueue {
  const listeners = new Set<() => void>()
  const doneListeners = new Set<(done: DoneAct) => void>()
  let snapshot = store.all()
  let isRunning = false
  let isClosed = false
  /** Something was added, or the connection came back, while acts were being sent. */
  let isWoken = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const changed = (): void => {
    snapshot = store.all()
    listeners.forEach((listener) => listener())
  }
  const isOwn = ({ keyId, environment }: Act): boolean => keyId === key.id && environment === key.environment
  const isWaiting = (act: Act): boolean => isOwn(act) && act.refusal === undefined
  const find = (id: string): Act | undefined => store.all().find((act) => act.id === id)

  /** Sends each waiting act once, except those that follow one of the same reservation that is not done. */
  async function sendEach(): Promise<'all done' | 'some wait'> {
    const tried = new Set<string>()
    const blocked = new Set<string>()
    for (;;) {
      const act = store
        .all()
        .find((one) => isWaiting(one) && !tried.has(one.id) && !blocked.has(referenceIn(one.reservation)))
      if (!act) break
      tried.add(act.id)
      const result = await send(act)
      if (isClosed) return 'all done'
      if ('data' in result) {
        store.remove(act.id)
        failures = 0
        changed()
        doneListeners.forEach((listener) => listener({ ...result.data, act }))
      } else if (result.failure.isTransient || isKeyRefusal(result.failure.code)) {
        blocked.add(referenceIn(act.reservation))
        if (result.failure.code === 'NETWORK') break
      } else if (find(act.id)) {
        const { code, message } = result.failure
        store.put({ ...act, refusal: { code, message } })
        changed()
      }
    }
    return store.all().some(isWaiting) ? 'some wait' : 'all done'
  }

  async function run(): Promise<void> {
    if (isRunning || isClosed) return
    isRunning = true
    clearTimeout(timer)
    let outcome
    do {
      isWoken = false
      outcome = await sendEach()
    } while (isWoken && !isClosed)
    isRunning = false
    if (outcome === 'all done' || isClosed) return
    timer = setTimeout(() => void run(), Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** failures++))
  }
  const wake = (): void => {
    failures = 0
    isWoken = true
    void run()
  }
  wake()

  return {
    acts: () => snapshot,
    isOwn,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onDone(listener) {
      doneListeners.add(listener)
      return () => doneListeners.delete(listener)
    },
    add(reservation, deed) {
      const same = snapshot.find(
        (one) =>
          isWaiting(one) && one.deed.kind === 'check_in' && referenceIn(one.reservation) === referenceIn(reservation),
      )
      if (same && deed.kind === 'check_in') return same
      // Acts keep their order, whatever the clock does.
      const at = Math.max(now(), (snapshot.at(-1)?.at ?? 0) + 1)
      const act = { id: newActId(), reservation, deed, at, keyId: key.id, environment: key.environment }
      store.put(act)
      changed()
      wake()
      return act
    },
    remove(id) {
      store.remove(id)
      changed()
    },
    adopt(id) {
      const act = find(id)
      if (!act || act.environment !== key.environment) return
      store.put({ ...act, keyId: key.id })
      changed()
      wake()
    },
    wake,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** The act waits for a key that works. */
const isKeyRefusal = (code: string): boolean => code === 'INVALID_API_KEY' || code === 'AUTHENTICATION_REQUIRED'
