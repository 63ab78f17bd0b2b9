import type { Api } from '../api/api.ts'
import type { Option } from '../components/fields.tsx'
import {
  CenoteChoicesDocument,
  CenoteNameDocument,
  PartnersDocument,
  TourChoicesDocument,
  TourNameDocument,
} from '../generated/operations.ts'
import type { Language } from '../text/text.ts'

/** The options of a field. Nothing is cached: they include items that were made a moment ago. */
export interface ChoiceSource {
  /** The first options for a typed text; null when they cannot be read. */
  search(api: Api, text: string, language: Language): Promise<readonly Option<string>[] | null>
  /** The name of one; null when there is none. */
  nameOf(api: Api, id: string, language: Language): Promise<string | null>
}

export const partnerChoices: ChoiceSource = {
  async search(api, text) {
    const result = await api.query(PartnersDocument, { search: text || null, first: 20, after: null })
    return 'failure' in result ? null : result.data.partners.nodes.map(({ id, name }) => ({ value: id, label: name }))
  },
  async nameOf(api, wanted) {
    let after: string | null = null
    for (;;) {
      const result = await nextPartners(api, after)
      if (!result) return null
      const { nodes, pageInfo } = result
      const found = nodes.find(({ id }) => id === wanted)
      if (found) return found.name
      if (!pageInfo.hasNextPage) return null
      after = pageInfo.endCursor
    }
  },
}

async function nextPartners(api: Api, after: string | null) {
  const result = await api.query(PartnersDocument, { search: null, first: 100, after })
  return 'failure' in result ? null : result.data.partners
}

interface Named {
  readonly id: string
  readonly name: string
}

const optionsOf = (...lists: readonly { readonly nodes: readonly Named[] }[]): readonly Option<string>[] =>
  lists.flatMap(({ nodes }) => nodes.map(({ id, name }) => ({ value: id, label: name })))

export const cenoteChoices: ChoiceSource = {
  async search(api, text) {
    const result = await api.query(CenoteChoicesDocument, { search: text || null })
    return 'failure' in result ? null : optionsOf(result.data.published, result.data.unpublished)
  },
  async nameOf(api, id) {
    const result = await api.query(CenoteNameDocument, { id })
    return 'failure' in result ? null : (result.data.cenote?.name ?? null)
  },
}

export const tourChoices: ChoiceSource = {
  async search(api, text) {
    const result = await api.query(TourChoicesDocument, { search: text || null })
    return 'failure' in result ? null : optionsOf(result.data.published, result.data.unpublished)
  },
  async nameOf(api, id) {
    const result = await api.query(TourNameDocument, { id })
    return 'failure' in result ? null : (result.data.tour?.name ?? null)
  },
}

/** Cenotes, then tours. */
export const productChoices: ChoiceSource = {
  async search(api, text, language) {
    const found = await Promise.all([cenoteChoices, tourChoices].map((one) => one.search(api, text, language)))
    return found.every((one) => one === null) ? null : found.flatMap((one) => one ?? [])
  },
  async nameOf(api, id, language) {
    return (await cenoteChoices.nameOf(api, id, language)) ?? tourChoices.nameOf(api, id, language)
  },
}
