import { hasAdult } from '../../../schema/ages.ts'
import { maxPeople } from '../../../schema/visit-terms.ts'
import type { AgeBreakdownInput } from '../../generated/operations.ts'
import { invalidUnit } from '../errors.ts'
import { isUnitId, type UnitId } from '../ids.ts'
import { requireUnit } from '../product/index.ts'

interface RequestedUnits {
  readonly units?: readonly { readonly id: string; readonly quantity: number }[]
}

/** The party of a request; the product may not sell all of its units. */
export interface Party {
  readonly people: number
  /** The number of people to find places for. */
  readonly visitors: number | undefined
  readonly counts: ReadonlyMap<UnitId, number>
}

/** The party of a request; null when it names none. Throws INVALID_UNIT_ID for a unit that no product has. */
export function partyOf({ units = [] }: RequestedUnits): Party | null {
  if (units.length === 0) return null
  const counts = new Map<UnitId, number>()
  for (const { id, quantity } of units) {
    if (!isUnitId(id)) throw invalidUnit(id)
    counts.set(id, (counts.get(id) ?? 0) + quantity)
  }
  const people = [...counts.values()].reduce((sum, quantity) => sum + quantity, 0)
  return { people, visitors: people === 0 ? undefined : Math.min(people, maxPeople), counts }
}

/** Throws INVALID_UNIT_ID for a unit that the product does not have. */
export function requireParty({ counts }: Party, sold: readonly UnitId[]): void {
  for (const id of counts.keys()) requireUnit(id, sold)
}

/** Whether a party can be booked anywhere: it is not too large, and its minors are accompanied. */
export function isBookable(party: Party | null): boolean {
  if (party === null || party.people === 0) return true
  const { people, counts } = party
  return people <= maxPeople && hasAdult({ adults: counts.get('ADULT') ?? 0, seniors: counts.get('SENIOR') ?? 0 })
}

const maxPricedPeople = 1_000

/** The party as an input of prices; undefined without one, and for one too large to be priced. */
export function pricedParty(party: Party | null): AgeBreakdownInput | undefined {
  if (!party || party.people === 0 || party.people > maxPricedPeople) return undefined
  const count = (unitId: UnitId): number => party.counts.get(unitId) ?? 0
  return {
    infant: count('INFANT'),
    child: count('CHILD'),
    teen: count('YOUTH'),
    adult: count('ADULT'),
    senior: count('SENIOR'),
  }
}
