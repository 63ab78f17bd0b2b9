/** The ages that a party counts, in the order in which they are named, each with the category that prices it. */
export const categoryOfAge = {
  adults: 'adult',
  children: 'child',
  seniors: 'senior',
  infants: 'infant',
  teens: 'teen',
} as const

export type Age = keyof typeof categoryOfAge
export type AgeCategory = (typeof categoryOfAge)[Age]

export const ages = Object.keys(categoryOfAge) as readonly Age[]
/** The categories from the youngest to the oldest. */
export const ageCategories = ['infant', 'child', 'teen', 'adult', 'senior'] as const satisfies readonly AgeCategory[]

/** People by age. */
export type Party = Readonly<Record<Age, number>>
/** A party in which an absent age counts as 0, as in requests. */
export type PartyCounts = Readonly<Partial<Record<Age, number | null | undefined>>>

/** A value for each age. */
export const byAge = <Value>(valueOf: (age: Age) => Value): Record<Age, Value> =>
  Object.fromEntries(ages.map((age) => [age, valueOf(age)])) as Record<Age, Value>

/** A value for each category. */
export const byCategory = <Value>(valueOf: (category: AgeCategory) => Value): Record<AgeCategory, Value> =>
  Object.fromEntries(ageCategories.map((category) => [category, valueOf(category)])) as Record<AgeCategory, Value>

/** All ages of a party; an absent one is that of another party, or 0. */
export const partyOf = (counts: PartyCounts, otherwise: PartyCounts = {}): Party =>
  byAge((age) => counts[age] ?? otherwise[age] ?? 0)

export const peopleOf = (party: PartyCounts): number => ages.reduce((sum, age) => sum + (party[age] ?? 0), 0)

export const isSameParty = (one: Party, other: Party): boolean => ages.every((age) => one[age] === other[age])

/** Whether an adult or senior accompanies the infants, children and teens of a party. */
export const hasAdult = ({ adults, seniors }: Pick<Party, 'adults' | 'seniors'>): boolean => adults + seniors > 0

/** A party as pricing counts it. */
export const ageBreakdownOf = (party: Party): Record<AgeCategory, number> =>
  Object.fromEntries(ages.map((age) => [categoryOfAge[age], party[age]])) as Record<AgeCategory, number>

export interface ShownParty {
  readonly adults: number
  readonly children: number
  readonly seniors: number
  readonly infants?: number
  readonly teens?: number
}

/** A party as the REST API and webhooks send it: infants and teens only when there are any. */
export function shownParty(party: PartyCounts): ShownParty {
  const { infants, teens, ...others } = partyOf(party)
  return { ...others, ...(infants > 0 ? { infants } : {}), ...(teens > 0 ? { teens } : {}) }
}
