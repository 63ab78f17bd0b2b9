import { useEffect, useState } from 'preact/hooks'
import { ChoiceField, type ChoiceFieldProperties } from '../components/choice-field.tsx'
import type { Option } from '../components/fields.tsx'
import { useSession } from '../session/context.tsx'
import { useLanguage } from '../text/language.tsx'
import type { Language } from '../text/text.ts'
import type { ChoiceSource } from './sources.ts'

interface SourceFieldProperties extends Pick<ChoiceFieldProperties, 'label' | 'value' | 'hint' | 'error' | 'required'> {
  readonly source: ChoiceSource
  onChange(value: string): void
}

/** A field that holds an id and shows the name of it. */
export function SourceField({ source, value, onChange, ...rest }: SourceFieldProperties) {
  const { api } = useSession()
  const { language } = useLanguage()
  const [chosen, setChosen] = useState<(Option<string> & { readonly language: Language }) | null>(null)
  const isKnown = chosen?.value === value
  const isNamed = isKnown && chosen.language === language
  useEffect(() => {
    if (value === '' || isNamed) return undefined
    let isLatest = true
    void source.nameOf(api, value, language).then((name) => {
      if (isLatest) setChosen({ value, label: name ?? value, language })
    })
    return () => {
      isLatest = false
    }
  }, [api, source, value, isNamed, language])
  return (
    <ChoiceField
      {...rest}
      value={value}
      name={isKnown ? chosen.label : null}
      search={(text) => source.search(api, text, language)}
      onChange={(option) => {
        setChosen(option && { ...option, language })
        onChange(option?.value ?? '')
      }}
    />
  )
}
