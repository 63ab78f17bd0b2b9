import { CheckField } from '../../../components/fields.tsx'
import { useSession } from '../../../session/context.tsx'
import { useText } from '../../../text/language.tsx'
import { kindsFor } from '../events/kinds.ts'
import { everything, namesWithout, typeNamesOf, wildcardOf, wordsOf } from './type-names.ts'

interface TypeChoiceProperties {
  readonly chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}

/** The types and wildcards that a webhook is registered for: those that the key may read. */
export function TypeChoice({ chosen, onChange }: TypeChoiceProperties) {
  const translate = useText()
  const { may } = useSession()
  const kinds = kindsFor(may)
  const choose = (name: string) => (isChosen: boolean) =>
    onChange(isChosen ? namesWithout([...chosen, name], kinds) : chosen.filter((one) => one !== name))
  const isEverything = chosen.includes(everything)
  return (
    <>
      {kinds.length > 1 && (
        <CheckField label={translate('webhooks.type.everything')} value={isEverything} onChange={choose(everything)} />
      )}
      {kinds.map((kind) => {
        const wildcard = wildcardOf(kind)
        const isWhole = isEverything || chosen.includes(wildcard)
        return (
          <fieldset key={kind} class="wide">
            <legend>{translate(`events.kind.${kind}`)}</legend>
            <CheckField
              label={translate('webhooks.type.all')}
              value={isWhole}
              disabled={isEverything}
              onChange={choose(wildcard)}
            />
            {typeNamesOf(kind).map((type) => (
              <CheckField
                key={type}
                label={wordsOf(type, translate)}
                value={isWhole || chosen.includes(type)}
                disabled={isWhole}
                onChange={choose(type)}
              />
            ))}
          </fieldset>
        )
      })}
    </>
  )
}
