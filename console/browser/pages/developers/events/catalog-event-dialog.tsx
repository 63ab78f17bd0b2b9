import { Dialog } from '../../../components/dialog.tsx'
import { Facts } from '../../../components/fields.tsx'
import type { LoggedCatalogEventFragment } from '../../../generated/operations.ts'
import { useFormats, type Formats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue, type Translate } from '../../../text/text.ts'

/** The facts of a change: the product, the days, and the names of its members. */
export function CatalogEventDialog({ event, onClose }: { event: LoggedCatalogEventFragment; onClose(): void }) {
  const translate = useText()
  const formats = useFormats()
  const { id, cursor, type, occurredAt, productType, productId, changed } = event
  return (
    <Dialog title={translate(`event.${type}`)} onClose={onClose}>
      <Facts
        facts={[
          [
            translate(productType === null ? 'reservations.product' : `events.productType.${productType}`),
            <bdi>{productNameIn(event, translate)}</bdi>,
          ],
          [translate('events.days'), daysIn(event, formats)],
          [
            translate('events.changed'),
            changed && (
              <ul>
                {changed.map((name) => (
                  <li key={name}>
                    {translateValue(translate, 'member', name)} <code class="hint">{name}</code>
                  </li>
                ))}
                {changed.length === 0 && <li>{translate('events.anyMember')}</li>}
              </ul>
            ),
          ],
          [translate('events.published'), formats.instant(occurredAt)],
          [translate('events.productId'), productId && <code>{productId}</code>],
          [translate('events.id'), <code>{id}</code>],
          [translate('events.ownCursor'), <code>{cursor}</code>],
        ]}
      />
      <p class="hint">{translate('events.readAgain')}</p>
    </Dialog>
  )
}

/** The product's name; its id when it does not exist any more. */
export const productNameIn = (
  { product, productId }: Pick<LoggedCatalogEventFragment, 'product' | 'productId'>,
  translate: Translate,
): string => product?.name ?? productId ?? translate('events.allProducts')

const daysIn = ({ dateFrom, dateTo }: LoggedCatalogEventFragment, formats: Formats): string => {
  if (dateFrom === null || dateTo === null) return ''
  return dateFrom === dateTo ? formats.date(dateFrom) : `${formats.date(dateFrom)} – ${formats.date(dateTo)}`
}

/** The days or members of a change, for a line of the log. */
export function summaryOf(event: LoggedCatalogEventFragment, translate: Translate, formats: Formats): string {
  const members = event.changed?.map((name) => translateValue(translate, 'member', name)).join(', ')
  return daysIn(event, formats) || members || ''
}
