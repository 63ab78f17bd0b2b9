import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Session } from './session.ts'

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session')
  return session
}

/** Whether the key is one of the operator's, which sees the reservations of every partner. */
export const useIsOperator = (): boolean => useSession().may('platform:manage')
