import { cenoteChoices, tourChoices, type ChoiceSource } from '../../choices/sources.ts'
import type { Departure } from './address.ts'

type Product = Pick<Departure, 'productType' | 'productId'>

const sources = { cenote: cenoteChoices, tour: tourChoices } as const
const types = ['cenote', 'tour'] as const

/** A product as the value of a field; empty for none. */
export const valueOf = ({ productType, productId }: Product): string => productId && `${productType} ${productId}`

export function productIn(value: string): Product {
  const [type = '', id = ''] = value.split(' ')
  return { productType: type === 'tour' ? 'tour' : 'cenote', productId: id }
}

/** Cenotes, then tours. */
export const products: ChoiceSource = {
  async search(api, text, language) {
    const found = await Promise.all(types.map((type) => sources[type].search(api, text, language)))
    if (found.every((one) => one === null)) return null
    return found.flatMap((options, index) =>
      (options ?? []).map(({ value, label }) => ({ value: `${types[index] ?? 'cenote'} ${value}`, label })),
    )
  },
  nameOf(api, value, language) {
    const { productType, productId } = productIn(value)
    return sources[productType].nameOf(api, productId, language)
  },
}
