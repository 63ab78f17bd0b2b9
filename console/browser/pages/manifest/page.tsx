import { ProductField } from '../../choices/product-field.tsx'
import { TextField } from '../../components/fields.tsx'
import { useProductZone } from '../../choices/use-product-zone.ts'
import { useToday } from '../../components/use-today.ts'
import { replaceAddress, useAddress } from '../../navigation/navigation.tsx'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { departureIn, manifestAddress, type Departure } from './address.ts'
import { ManifestSheet } from './manifest-sheet.tsx'
import { Times } from './times.tsx'

/** The parties of a departure of a tour or an hour of a cenote, which the address names. */
export default function ManifestPage() {
  const translate = useText()
  const formats = useFormats()
  const { timeZone } = useSession()
  const { query } = useAddress()
  const ofProduct = useProductZone(departureIn(query, '')).timeZone
  const departure = departureIn(query, useToday(ofProduct ?? timeZone))
  const { productType, productId, date, time } = departure
  // A day that was not chosen stays out of the address: it depends on the product.
  const choose = (change: Partial<Departure>): void =>
    replaceAddress(manifestAddress({ ...Object.fromEntries(query), ...change }))
  return (
    <section class="manifest">
      <div class="filters">
        <ProductField product={departure} onChange={(product) => choose({ ...product, time: '' })} />
        <TextField type="date" label={translate('today.date')} value={date} onChange={(day) => choose({ date: day })} />
        <TextField
          type="time"
          label={formats.zoned(translate('manifest.time'), ofProduct, date)}
          value={time}
          onChange={(start) => choose({ time: start })}
        />
      </div>
      {productId !== '' && <Times key={`${productType} ${productId}`} departure={departure} />}
      {productId === '' || date === '' || time === '' ? (
        <p class="hint">{translate('manifest.choose')}</p>
      ) : (
        <ManifestSheet key={manifestAddress(departure)} departure={departure} timeZone={ofProduct} />
      )}
    </section>
  )
}
