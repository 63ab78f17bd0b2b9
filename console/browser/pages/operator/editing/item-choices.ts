import type { Api } from '../../../api/api.ts'
import type { ChoiceSource } from '../../../choices/sources.ts'
import type { Option } from '../../../components/fields.tsx'
import { asForm } from '../../../editing/input-field.ts'
import type { Language } from '../../../text/text.ts'
import { foldText } from '../../../../../platform/values/text.ts'
import { itemCode, itemName } from './item-name.ts'
import { itemsOf } from './read-item.ts'
import { resources, type EditedItem, type Resource } from './resources.ts'

const maxShown = 20

/** The items of a resource whose name or code contains the text; `valueOf` is what a field holds of an item. */
function choicesOf(path: Resource['path'], valueOf: (item: EditedItem) => string): ChoiceSource {
  const resource = resources.find((one) => one.path === path)
  async function read(api: Api, language: Language): Promise<readonly Option<string>[] | null> {
    if (!resource) return null
    const options = new Map<string, Option<string>>()
    for await (const result of itemsOf(api, resource)) {
      if ('failure' in result) return null
      for (const item of result.data.page.nodes) {
        const [value, name, code] = [valueOf(item), itemName(item, language), itemCode(item)]
        const label = code === item.id || code === name ? name : `${name} · ${code}`
        if (!options.has(value)) options.set(value, { value, label })
      }
    }
    return [...options.values()]
  }
  return {
    async search(api, text, language) {
      const all = await read(api, language)
      return all && all.filter(({ label }) => foldText(label).includes(foldText(text))).slice(0, maxShown)
    },
    async nameOf(api, id, language) {
      return (await read(api, language))?.find(({ value }) => value === id)?.label ?? null
    },
  }
}

export const promotionChoices = choicesOf('promotions', ({ id }) => id)
export const amenityChoices = choicesOf('amenities', ({ id }) => id)
/** A service has one id at all cenotes that offer it. */
export const serviceChoices = choicesOf('services', ({ id, stored }) => {
  const { serviceId } = asForm(stored)
  return typeof serviceId === 'string' ? serviceId : id
})
