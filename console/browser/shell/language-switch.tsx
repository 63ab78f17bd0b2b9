import { useLanguage } from '../text/language.tsx'
import { languages } from '../text/text.ts'

const names = { en: 'English', es: 'Español' } as const

export function LanguageSwitch() {
  const { language, choose, translate } = useLanguage()
  return (
    <div class="language-switch" role="group" aria-label={translate('shell.language')}>
      {languages.map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {names[one]}
        </button>
      ))}
    </div>
  )
}
