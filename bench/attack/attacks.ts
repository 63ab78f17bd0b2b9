import type { Attack } from './attack.ts'
import { largeBodies, nestedBodies, storedResponses } from './bodies.ts'
import { expensiveSubscriptions, idleConnections } from './connections.ts'
import {
  differentDocuments,
  expensiveAvailability,
  introspection,
  repeatedWithKey,
  repeatedWithoutKey,
} from './documents.ts'
import { dearReads } from './dear-reads.ts'
import { floods } from './floods.ts'
import { largePictures, longTickets, manyReservations } from './files.ts'
import { largeJson } from './json.ts'
import { hoarding, inventory } from './places.ts'
import { forgedIdentities, webhookAddresses, wrongKeys } from './trust.ts'

/** In the order in which they are run. */
export const attacks: readonly Attack[] = [
  introspection,
  repeatedWithoutKey,
  repeatedWithKey,
  largeBodies,
  differentDocuments,
  expensiveAvailability,
  expensiveSubscriptions,
  nestedBodies,
  ...largeJson,
  ...floods,
  idleConnections,
  webhookAddresses,
  storedResponses,
  forgedIdentities,
  wrongKeys,
  inventory,
  hoarding,
  longTickets,
  largePictures,
  manyReservations,
  ...dearReads,
]
