import { cenoteChoices, tourChoices, type ChoiceSource } from './sources.ts'

/** A cenote or tour; none when the id is empty. */
export interface Product {
  readonly productType: 'cenote' | 'tour'
  readonly productId: string
}

const sources = { cenote: cenoteChoices, tour: tourChoices } as const
const types = ['cenote', 'tour'] as const

export const noProduct: Product = { productType: 'cenote', productId: '' }

/** A product of the API. */
export const productOf = ({
  __typename,
  id,
}: {
  readonly __typename: 'Cenote' | 'Tour'
  readonly id: string
}): Product => ({ productType: __typename === 'Tour' ? 'tour' : 'cenote', productId: id })

/** A product as the value of a field. */
export const valueOf = ({ productType, productId }: Product): string => productId && `${productType} ${productId}`

export function productIn(value: string): Product {
  const [type = '', id = ''] = value.split(' ')
  return { productType: type === 'tour' ? 'tour' : 'cenote', productId: id }
}

/** A product as the members of an input that takes either. */
export const memberOf = ({ productType, productId }: Product): { cenoteId: string } | { tourId: string } =>
  productType === 'tour' ? { tourId: productId } : { cenoteId: productId }

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
