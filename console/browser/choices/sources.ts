import type { Api } from '../api/api.ts'
import type { Option } from '../components/fields.tsx'
import { PartnersDocument } from '../generated/operations.ts'

/** What a field chooses from. Nothing is cached: what was made a moment ago is in it. */
export interface ChoiceSource {
  /** The first options for a typed text; null when they cannot be read. */
  search(api: Api, text: string): Promise<readonly Option<string>[] | null>
  /** The name of one; null when there is none. */
  nameOf(api: Api, id: string): Promise<string | null>
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
