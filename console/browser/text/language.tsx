import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { isLanguage, loadTexts, preferredLanguage, translateWith, type Language, type Translate } from './text.ts'

interface LanguageChoice {
  readonly language: Language
  readonly translate: Translate
  choose(language: Language): void
}

const Choice = createContext<LanguageChoice | null>(null)
const storageKey = 'console.language'

/** The language of the page: what was chosen here before, or what the browser prefers. */
function initialLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages)
}

/** Shows its children once the texts of the language are there. */
export function LanguageProvider({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState(initialLanguage)
  const [loaded, setLoaded] = useState<{ language: Language; translate: Translate }>()
  useEffect(() => {
    document.documentElement.lang = language
    void loadTexts(language).then((texts) => setLoaded({ language, translate: translateWith(texts) }))
  }, [language])
  const choice = useMemo(
    () =>
      loaded && {
        ...loaded,
        choose(chosen: Language) {
          localStorage.setItem(storageKey, chosen)
          setLanguage(chosen)
        },
      },
    [loaded],
  )
  return choice ? <Choice.Provider value={choice}>{children}</Choice.Provider> : null
}

export function useLanguage(): LanguageChoice {
  const choice = useContext(Choice)
  if (!choice) throw new Error('The language provider is missing')
  return choice
}

export const useText = (): Translate => useLanguage().translate
