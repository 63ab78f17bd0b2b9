import type { ModifyReservationMutation, ReservationDetailFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'
import { ChangedFields } from '../changed-fields.tsx'
import { useNames } from '../use-names.ts'

export type Preview = ModifyReservationMutation['modifyReservation']

interface DifferenceProperties {
  readonly preview: Preview
  /** As it is before. */
  readonly reservation: ReservationDetailFragment
}

/** The effect of a modification and the difference in price, by a dry run. */
export function Difference({ preview, reservation: before }: DifferenceProperties) {
  const translate = useText()
  const formats = useFormats()
  const money = (cents: number): string => formats.money(cents, before.pricing.currency)
  const { changes, previousTotalCents, newTotalCents, differenceCents, additionalPayment, reservation } = preview
  const nameOf = useNames(changes, before)
  return (
    <section class="effect" aria-live="polite">
      <h3>{translate('action.effect')}</h3>
      {changes.length === 0 ? (
        <p>{translate('modify.nothing')}</p>
      ) : (
        <ul>
          <ChangedFields changes={changes} nameOf={nameOf} />
        </ul>
      )}
      {reservation.pricing.notAppliedDiscounts.map(({ code, reason }) => (
        <p key={code}>
          <bdi>{code}</bdi>: {translateValue(translate, 'detail.notApplied', reason)}
        </p>
      ))}
      <p>
        {differenceCents === 0
          ? translate('modify.samePrice', { price: money(newTotalCents) })
          : translate('modify.difference', {
              old: money(previousTotalCents),
              new: money(newTotalCents),
              difference: `${differenceCents > 0 ? '+' : ''}${money(differenceCents)}`,
            })}
      </p>
      {preview.reservation.creditDueCents > 0 && (
        <p>{translate('modify.credit', { amount: money(preview.reservation.creditDueCents) })}</p>
      )}
      {additionalPayment && (
        <p>
          {translate('modify.additional', {
            amount: money(additionalPayment.amountCents),
            deadline: formats.instant(additionalPayment.deadline),
          })}
        </p>
      )}
    </section>
  )
}
