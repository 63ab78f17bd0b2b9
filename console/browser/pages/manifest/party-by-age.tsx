import { ages } from '../../../../schema/ages.ts'
import type { ManifestPeopleFragment } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'

/** The people of a party by age, such as 2 adults, 1 child. */
export function PartyByAge({ party }: { party: ManifestPeopleFragment }) {
  const translate = useText()
  return (
    <>
      {ages
        .filter((age) => party[age] > 0)
        .map((age) => `${party[age]} ${translate(`detail.${age}`, { count: party[age] })}`)
        .join(', ')}
    </>
  )
}
