import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ChangedFields } from '../changed-fields.tsx'
import { useNames } from '../use-names.ts'
import { Author } from '../author.tsx'

/** The modifications that were made, with who made each and its price. */
export function History({ reservation }: { reservation: ReservationDetailFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { modifications, pricing } = reservation
  const nameOf = useNames(
    modifications.history.flatMap(({ changes }) => changes),
    reservation,
  )
  if (modifications.history.length === 0) return null
  const money = (cents: number): string => formats.money(cents, pricing.currency)
  return (
    <section class="card">
      <h3>{translate('detail.history')}</h3>
      <ol class="timeline">
        {modifications.history.map(({ at, by, changes, previousTotalCents, newTotalCents }, index) => (
          <li key={index}>
            <time dateTime={at}>{formats.instant(at)}</time> <Author by={by} />
            <ul class="plain">
              <ChangedFields changes={changes} nameOf={nameOf} />
            </ul>
            {previousTotalCents !== newTotalCents && (
              <span class="hint">
                {translate('modify.difference', {
                  old: money(previousTotalCents),
                  new: money(newTotalCents),
                  difference: `${newTotalCents > previousTotalCents ? '+' : ''}${money(newTotalCents - previousTotalCents)}`,
                })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
