/**
 * A model of a reservation's lifecycle, one operation after the other (docs/partner-api/reservations.md#lifecycle),
 * written a second time and without any concurrency: the result of concurrent operations on one reservation must be the
 * result of some order.
 */

export interface ModelState {
  readonly status: string
  readonly version: number
  readonly isPaid: boolean
  /** People, each of whom makes it more expensive. */
  readonly party: 1 | 2 | 3
  /** The amount paid and not refunded, of a price of a thousand for each person. */
  readonly retained: number
  readonly isExtended: boolean
  /** Whether it was moved to the other day. */
  readonly isMoved: boolean
  /** Whether anything is left to pay back; null before anything is due. */
  readonly isRefundLeft: boolean | null
  /** Whether the hold has ended. */
  readonly isOver: boolean
  readonly statuses: readonly string[]
  readonly events: readonly string[]
}

export const created: ModelState = {
  status: 'pending',
  version: 1,
  isPaid: false,
  party: 2,
  retained: 0,
  isExtended: false,
  isMoved: false,
  isRefundLeft: null,
  isOver: false,
  statuses: ['pending'],
  events: ['created'],
}

/** The outcome of an operation, as `status code reason`, and what it leaves. */
export interface Step {
  readonly outcome: string
  readonly state: ModelState
}

type Operate = (state: ModelState) => Step

const done = (state: ModelState, event: string, changes: Partial<ModelState>): Step => {
  const { status = state.status } = changes
  return {
    outcome: '200',
    state: {
      ...state,
      ...changes,
      version: state.version + 1,
      statuses: status === state.status ? state.statuses : [...state.statuses, status],
      events: [...state.events, event],
    },
  }
}
const refused = (state: ModelState, outcome: string): Step => ({ outcome, state })

/** A hold that has ended expires before anything else happens. */
const settled = (state: ModelState): ModelState =>
  state.status === 'pending' && state.isOver ? done(state, 'expired', { status: 'cancelled' }).state : state

const transition =
  (from: readonly string[], event: string, changesOf: (state: ModelState) => Partial<ModelState>): Operate =>
  (before) => {
    const state = settled(before)
    return from.includes(state.status)
      ? done(state, event, changesOf(state))
      : refused(state, '409 INVALID_STATE_TRANSITION')
  }

const price = ({ party }: ModelState): number => party * 1_000

/** Of a confirmed reservation: 1 with a balance, -1 with a credit, 0 with neither. */
export const owedBy = (state: ModelState): number | undefined =>
  state.status === 'confirmed' ? Math.sign(price(state) - state.retained) : undefined

/** The credit of a reservation that stands goes back, all of it or a part; it changes no state. */
const returnCredit = (state: ModelState, isWhole: boolean): Step | undefined => {
  const stands = ['pending', 'confirmed'].includes(state.status)
  if (!stands || state.retained <= price(state)) return undefined
  return done(state, 'modified', { retained: isWhole ? price(state) : state.retained - 1 })
}

const refund = (isWhole: boolean): Operate => {
  const pay = transition(['cancelled', 'no_show', 'completed'], 'refunded', () =>
    isWhole ? { status: 'refunded', isRefundLeft: false } : { isRefundLeft: true },
  )
  return (before) => {
    const state = settled(before)
    const returned = returnCredit(state, isWhole)
    if (returned) return returned
    const isDue = state.isRefundLeft ?? state.isPaid
    const step = pay(state)
    return step.outcome === '200' && !isDue ? refused(state, '422 REFUND_NOT_DUE') : step
  }
}

const modify = (before: ModelState): Step => {
  const state = settled(before)
  return ['pending', 'confirmed'].includes(state.status)
    ? done(state, 'modified', {})
    : refused(state, `422 MODIFICATION_NOT_ALLOWED status_${state.status}`)
}

const resize =
  (party: ModelState['party']): Operate =>
  (before) => {
    const { outcome, state } = modify(before)
    if (outcome !== '200') return { outcome, state }
    return state.party === party ? { outcome, state: settled(before) } : { outcome, state: { ...state, party } }
  }

export const operations = {
  /** Each with a separate payment, of all that is due. */
  confirm: (before: ModelState): Step => {
    const state = settled(before)
    const paid = { isPaid: true, retained: price(state) }
    return state.status === 'confirmed' && state.retained < price(state)
      ? done(state, 'modified', paid)
      : transition(['pending'], 'confirmed', () => ({ status: 'confirmed', ...paid }))(state)
  },
  cancel: transition(['pending', 'confirmed'], 'cancelled', ({ isPaid }) => ({
    status: 'cancelled',
    isRefundLeft: isPaid,
  })),
  checkin: transition(['confirmed'], 'checked_in', () => ({ status: 'in_progress' })),
  complete: transition(['in_progress'], 'completed', () => ({ status: 'completed' })),
  'no-show': transition(['confirmed'], 'no_show', () => ({ status: 'no_show' })),
  refund: refund(true),
  'refund a part': refund(false),
  extend: (before: ModelState): Step => {
    const state = settled(before)
    return state.status === 'pending' && state.isExtended
      ? refused(state, '422 MODIFICATION_NOT_ALLOWED already_extended')
      : transition(['pending'], 'modified', () => ({ isExtended: true }))(state)
  },
  modify,
  /** To another day, at the same price; there is nothing to change the second time. */
  move: (before: ModelState): Step => {
    const { outcome, state } = modify(before)
    if (outcome !== '200') return { outcome, state }
    return state.isMoved ? { outcome, state: settled(before) } : { outcome, state: { ...state, isMoved: true } }
  },
  /** The party becomes larger, which leaves a balance, or smaller, which leaves a credit; or there is nothing to change. */
  grow: resize(3),
  shrink: resize(1),
  /** Conditional on the version it began with. */
  'modify what was read': (before: ModelState, read: ModelState): Step => {
    const state = settled(before)
    return state.version === read.version ? modify(state) : refused(state, '409 EDIT_CONFLICT')
  },
  'the hold ends': (state: ModelState): Step => ({ outcome: '200', state: { ...state, isOver: true } }),
} as const satisfies Record<string, (state: ModelState, read: ModelState) => Step>

export type OperationName = keyof typeof operations

/** Every order in which operations could have happened, with the outcome of each and what they leave in the end. */
export function* histories(
  start: ModelState,
  names: readonly OperationName[],
): Generator<{ outcomes: string[]; state: ModelState }> {
  function* go(
    left: readonly number[],
    state: ModelState,
    outcomes: readonly string[],
  ): Generator<{ outcomes: string[]; state: ModelState }> {
    if (left.length === 0) yield { outcomes: [...outcomes], state: settled(state) }
    for (const index of left) {
      const step = operations[names[index] as OperationName](state, start)
      const reached = [...outcomes]
      reached[index] = step.outcome
      yield* go(
        left.filter((other) => other !== index),
        step.state,
        reached,
      )
    }
  }
  yield* go([...names.keys()], start, [])
}
