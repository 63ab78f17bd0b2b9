import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { SignIn } from '../session/sign-in.tsx'
import { removeKey, storedKey } from '../session/stored-key.ts'
import { useLanguage } from '../text/language.tsx'
import { GatePage } from './gate-page.tsx'
import { openActStore } from './queue/act-store.ts'
import { endSession, GateContext, inLanguage, rememberedSession, signIn, type GateSession } from './session.ts'

/** The session of a key, or the form to sign in. What waits to be sent outlives both. */
export function Gate() {
  const { language, translate } = useLanguage()
  const latestLanguage = useRef(language)
  latestLanguage.current = language
  const current = useRef<GateSession | null>(null)
  const [notice, setNotice] = useState<string>()
  const options = {
    language: () => latestLanguage.current,
    onKeyRefused() {
      if (!current.current) return
      setNotice(translate('gate.keyEnded'))
      end()
    },
  }
  const [session, setSession] = useState(() => rememberedSession(options))
  const [isRestoring, setRestoring] = useState(session === null && storedKey() !== null)
  current.current = session

  function end(): void {
    if (current.current) endSession(current.current)
    setSession(null)
  }

  async function begin(apiKey: string): Promise<Failure | null> {
    const begun = await signIn(apiKey, options)
    if (!('viewer' in begun))
      return begun.code === 'GATE_NOT_ALLOWED' ? { ...begun, message: translate('gate.notAllowed') } : begun
    setNotice(undefined)
    setSession(begun)
    return null
  }

  // The key of the console in this tab.
  useEffect(() => {
    const apiKey = isRestoring ? storedKey() : null
    if (apiKey === null) return
    void begin(apiKey).then((failure) => {
      if (failure?.code === 'INVALID_API_KEY') removeKey()
      setRestoring(false)
    })
  }, [])

  // Names come in the language of their request.
  useEffect(() => {
    if (!session || session.language === language) return undefined
    let isLatest = true
    void inLanguage(session, language).then((next) => {
      if (isLatest && current.current === session) setSession(next)
    })
    return () => {
      isLatest = false
    }
  }, [session, language])

  useEffect(() => {
    document.title = translate('gate.title')
  }, [translate])

  if (isRestoring) return null
  if (!session) {
    const unsent = openActStore(localStorage).all().length
    return (
      <SignIn
        notice={notice ?? (unsent > 0 ? translate('gate.unsent', { count: unsent }) : undefined)}
        onSignIn={begin}
      />
    )
  }
  return (
    <GateContext.Provider value={session} key={session.viewer.key.id}>
      <GatePage signOut={end} />
    </GateContext.Provider>
  )
}
