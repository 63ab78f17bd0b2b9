import { ages, peopleOf, type Party } from '../../../../schema/ages.ts'
import { ageText } from '../../../../schema/party-text.ts'
import { useLanguage, useText } from '../../text/language.tsx'

/** A party by age in large print. */
export function PartyShown({ party }: { party: Party }) {
  const { language } = useLanguage()
  return (
    <ul class="party">
      {ages
        .filter((age) => party[age] > 0)
        .map((age) => (
          <li key={age}>
            <strong>{party[age]}</strong> {ageText(age, party[age], language)}
          </li>
        ))}
    </ul>
  )
}

interface PartyPickerProperties {
  readonly party: Party
  onChange(party: Party): void
}

const maxPeople = 50

/** Buttons for one more and one fewer of each age. */
export function PartyPicker({ party, onChange }: PartyPickerProperties) {
  const translate = useText()
  return (
    <div class="party-picker">
      {ages.map((age) => {
        const kind = translate(`gate.kind.${age}`)
        return (
          <div key={age} role="group" aria-label={kind}>
            <span>{kind}</span>
            <button
              type="button"
              aria-label={translate('gate.fewer', { kind })}
              disabled={party[age] === 0}
              onClick={() => onChange({ ...party, [age]: party[age] - 1 })}
            >
              −
            </button>
            <output data-testid={age}>{party[age]}</output>
            <button
              type="button"
              aria-label={translate('gate.more', { kind })}
              disabled={peopleOf(party) >= maxPeople}
              onClick={() => onChange({ ...party, [age]: party[age] + 1 })}
            >
              +
            </button>
          </div>
        )
      })}
    </div>
  )
}
