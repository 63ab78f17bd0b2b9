import { createCenoteCounts } from './cached-counts.ts'
import { cenoteLoaders } from './loaders.ts'
import { cenoteResolvers } from './resolvers.ts'

/** Cenotes, their amenities and pictures. */
export const cenotes = {
  resolvers: cenoteResolvers,
  loaders: cenoteLoaders,
  counts: createCenoteCounts,
}

export type { CenoteRow } from './cenote.ts'
export { cenoteSelectList } from './columns.ts'
export { cenoteList } from './installation.ts'
export { readCenoteFacts, type CenoteFacts } from './store/forms.ts'
