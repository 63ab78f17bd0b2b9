import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { ProductField } from '../../../choices/product-field.tsx'
import { memberOf, productOf } from '../../../choices/products.ts'
import { CheckField } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ModifyReservationDocument, type ModifyReservationInput } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { useSoldProduct } from '../visit/sold-product.ts'
import { VisitFields } from '../visit/visit-fields.tsx'
import type { ActionProperties } from './action-form.tsx'
import type { Preview } from './difference.tsx'
import { PreviewedChange } from './previewed-change.tsx'

/**
 * Moves a reservation to another cenote or tour, day, slot or departure with room, after the difference in price was shown
 * by a dry run.
 */
export function MoveForm({ reservation, onDone, onClose }: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { product, visitDate, visitors, timezone } = reservation
  const visitTime = formats.zoned(reservation.visitTime, timezone, visitDate)
  const present = productOf(product)
  const [chosen, setChosen] = useState({ product: present, date: '', time: '' })
  const [notifyGuest, setNotifyGuest] = useState(true)
  useUnsaved([chosen, notifyGuest])
  const [preview, setPreview] = useState<Preview | null>(null)
  const { run, failure, isRunning } = useMutation(ModifyReservationDocument)
  const { query: facts, sold } = useSoldProduct(chosen.product)
  const choose = (change: Partial<typeof chosen>): void => {
    setChosen({ ...chosen, ...change })
    setPreview(null)
  }
  const input: ModifyReservationInput = {
    id: reservation.id,
    visitDate: chosen.date,
    ...(chosen.time === '' ? {} : { visitTime: chosen.time }),
    ...(chosen.product.productId === product.id ? {} : memberOf(chosen.product)),
    notifyGuest,
    expectedVersions: [reservation.version],
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const dryRun = preview === null
        void run({ input: { ...input, dryRun } }).then((data) => {
          if (!data) return
          if (dryRun) setPreview(data.modifyReservation)
          else onDone()
        })
      }}
    >
      <p class="wide">
        <bdi>{translate('move.now', { product: product.name, date: formats.date(visitDate), time: visitTime })}</bdi>
      </p>
      <ProductField
        required
        product={chosen.product}
        onChange={(one) => choose({ product: one, date: '', time: '' })}
      />
      {chosen.product.productId !== '' && (
        <div class="wide">
          <Loaded query={facts}>
            {() =>
              sold && (
                <VisitFields
                  key={chosen.product.productId}
                  product={chosen.product}
                  timeZone={sold.timeZone}
                  people={visitors.total}
                  month={visitDate}
                  date={chosen.date}
                  time={chosen.time}
                  onChange={(visit) => choose(visit.date === undefined ? visit : { ...visit, time: '' })}
                />
              )
            }
          </Loaded>
        </div>
      )}
      {chosen.date !== '' && chosen.time === '' && (
        <p class="hint wide">{translate('move.anyTime', { time: visitTime })}</p>
      )}
      <CheckField label={translate('modify.notifyGuest')} value={notifyGuest} onChange={setNotifyGuest} />
      <PreviewedChange
        {...{ reservation, preview, isRunning, onClose }}
        failure={failure}
        canPreview={chosen.date !== ''}
      />
    </form>
  )
}
