import type { InstallationList } from '../../../platform/postgres/installation-list.ts'
import { factLists } from './kinds.ts'
import type { PriceFacts } from './references.ts'
import { valueLists } from './value-list.ts'

/** The price lists of an installation file, in the order in which they refer to one another. */
export const priceLists = (facts: PriceFacts): InstallationList[] => [...valueLists(facts.now), ...factLists(facts)]

export type { NamedItem, PriceFacts } from './references.ts'
