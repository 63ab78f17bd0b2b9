import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { GateCenotesDocument, SignInDocument, type GateCenotesQuery } from '../generated/operations.ts'
import { removeKey, storeKey, storedKey } from '../session/stored-key.ts'
import type { Viewer } from '../session/viewer.ts'
import type { Language } from '../text/text.ts'
import { openGateApi, type GateApi, type GateFailure } from './api.ts'
import { openActQueue, type ActQueue } from './queue/act-queue.ts'
import { openActStore } from './queue/act-store.ts'
import { sendAct } from './queue/send-act.ts'

export type GateCenote = GateCenotesQuery['cenotes']['nodes'][number]

/** A key that may work at the gate. */
export interface GateSession {
  readonly viewer: Viewer
  readonly cenotes: readonly GateCenote[]
  /** Language of the names of the cenotes. */
  readonly language: Language
  readonly api: GateApi
  readonly queue: ActQueue
  may(scope: string): boolean
}

/** The response to the sign-in, so that the page opens again without a connection. */
type Remembered = Pick<GateSession, 'viewer' | 'cenotes' | 'language'>
const rememberedKey = 'console.gate'

/** A gate key, or one of an operator who may change reservations. */
const mayOperate = ({ scopes }: Viewer): boolean =>
  scopes.includes('gate:operate') || (scopes.includes('platform:manage') && scopes.includes('reservations:write'))

export interface SessionOptions {
  readonly language: () => Language
  readonly onKeyRefused: () => void
}

/** Signs in with a key. Returns why it could not; `GATE_NOT_ALLOWED` is a key without the scopes for the gate. */
export async function signIn(apiKey: string, options: SessionOptions): Promise<GateSession | GateFailure> {
  let isOpen = false
  const language = options.language()
  const api = openGateApi({ apiKey, language: options.language, onKeyRefused: () => isOpen && options.onKeyRefused() })
  const [signedIn, cenotes] = await Promise.all([api.request(SignInDocument, {}), readCenotes(api)])
  if ('failure' in signedIn) return signedIn.failure
  const { viewer } = signedIn.data
  if (!mayOperate(viewer))
    return { code: 'GATE_NOT_ALLOWED', message: '', fields: {}, details: null, isTransient: false }
  if ('failure' in cenotes) return cenotes.failure
  storeKey(apiKey)
  const remembered = { viewer, cenotes: cenotes.data, language }
  sessionStorage.setItem(rememberedKey, JSON.stringify(remembered))
  isOpen = true
  return openSession(api, remembered)
}

/** The session of this tab before a reload; null when there was none. */
export function rememberedSession(options: SessionOptions): GateSession | null {
  const apiKey = storedKey()
  const text = sessionStorage.getItem(rememberedKey)
  if (apiKey === null || text === null) return null
  return openSession(openGateApi({ apiKey, ...options }), JSON.parse(text) as Remembered)
}

export function endSession({ queue }: GateSession): void {
  queue.close()
  sessionStorage.removeItem(rememberedKey)
  removeKey()
}

/** The session with names in another language; itself when they cannot be read. */
export async function inLanguage(session: GateSession, language: Language): Promise<GateSession> {
  const cenotes = await readCenotes(session.api)
  if ('failure' in cenotes) return session
  const { viewer } = session
  sessionStorage.setItem(rememberedKey, JSON.stringify({ viewer, cenotes: cenotes.data, language }))
  return { ...session, cenotes: cenotes.data, language }
}

function openSession(api: GateApi, { viewer, cenotes, language }: Remembered): GateSession {
  const queue = openActQueue({
    store: openActStore(localStorage),
    key: { id: viewer.key.id, environment: viewer.environment },
    send: (act) => sendAct(act, api),
  })
  return { viewer, cenotes, language, api, queue, may: (scope) => viewer.scopes.includes(scope) }
}

async function readCenotes(api: GateApi): Promise<{ data: GateCenote[] } | { failure: GateFailure }> {
  const data: GateCenote[] = []
  let after: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof api.request<GateCenotesQuery, { after: string | null }>>> = await api.request(
      GateCenotesDocument,
      { after },
    )
    if ('failure' in page) return page
    const { nodes, pageInfo }: GateCenotesQuery['cenotes'] = page.data.cenotes
    data.push(...nodes)
    if (!pageInfo.hasNextPage) return { data }
    after = pageInfo.endCursor
  }
}

export const GateContext = createContext<GateSession | null>(null)

export function useGate(): GateSession {
  const session = useContext(GateContext)
  if (!session) throw new Error('There is no session')
  return session
}

/** Renders again when an act is added, done or refused. */
export function useActs(): ActQueue {
  const { queue } = useGate()
  const [, setRound] = useState(0)
  useEffect(() => queue.subscribe(() => setRound((round) => round + 1)), [queue])
  return queue
}
