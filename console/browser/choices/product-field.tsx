import { useText } from '../text/language.tsx'
import { productIn, products, valueOf, type Product } from './products.ts'
import { SourceField } from './source-field.tsx'

interface ProductFieldProperties {
  readonly product: Product
  readonly required?: boolean
  readonly error?: string | undefined
  onChange(product: Product): void
}

/** A cenote or tour, by its name. */
export function ProductField({ product, onChange, ...rest }: ProductFieldProperties) {
  const translate = useText()
  return (
    <SourceField
      {...rest}
      label={translate('reservations.product')}
      source={products}
      value={valueOf(product)}
      onChange={(value) => onChange(productIn(value))}
    />
  )
}
