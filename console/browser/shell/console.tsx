import { useEffect, useRef, useState } from 'preact/hooks'
import { SessionContext } from '../session/context.tsx'
import { endSession, showsTheSame, signIn, type Session } from '../session/session.ts'
import { removeKey, storedKey } from '../session/stored-key.ts'
import { SignIn } from '../session/sign-in.tsx'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { Shell } from './shell.tsx'
import { useLanguage } from '../text/language.tsx'
import type { Failure } from '../api/failure.ts'

/** The session, or the form to sign in: at first, and again when the key was refused. */
export function Console() {
  const { language, translate } = useLanguage()
  const latestLanguage = useRef(language)
  latestLanguage.current = language
  const [session, setSession] = useState<Session | null>(null)
  const [hasEnded, setEnded] = useState(false)
  const [isRestoring, setRestoring] = useState(storedKey() !== null)
  // Counts the sessions that show something else: their pages start empty.
  const generation = useRef(0)

  async function begin(apiKey: string): Promise<Failure | null> {
    const begun = await signIn(
      apiKey,
      () => latestLanguage.current,
      () => setEnded(true),
    )
    if (!('viewer' in begun)) return begun
    if (!session || !showsTheSame(session, begun)) generation.current += 1
    setSession(begun)
    setEnded(false)
    return null
  }

  // Queries follow the language on their own.
  const spoken = useRef(language)
  useEffect(() => {
    if (spoken.current === language) return
    spoken.current = language
    session?.api.changeLanguage()
    session?.events?.changeLanguage()
  }, [language, session])

  useEffect(() => {
    const apiKey = storedKey()
    if (apiKey === null) return
    void begin(apiKey).then((failure) => {
      if (failure && failure.code !== 'NETWORK') removeKey()
      setRestoring(false)
    })
  }, [])

  if (isRestoring) return null
  if (!session) return <SignIn onSignIn={begin} />
  return (
    <>
      {/* Hidden, not removed: what was typed is still there for the next session of the same partner. */}
      <div hidden={hasEnded} key={generation.current}>
        <SessionContext.Provider value={session}>
          <Shell
            signOut={() => {
              endSession(session)
              setSession(null)
            }}
          />
        </SessionContext.Provider>
      </div>
      {hasEnded && (
        <SignInAgain
          notice={translate('signIn.ended')}
          onSignIn={begin}
          onAbandon={() => {
            setSession(null)
            setEnded(false)
          }}
        />
      )}
    </>
  )
}
