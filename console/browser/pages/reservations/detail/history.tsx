import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { shownValue } from '../actions/shown-value.ts'
import { Author } from '../author.tsx'

/** The modifications that were made, with who made each and its price. */
export function History({ reservation }: { reservation: ReservationDetailFragment }) {
  const translate = useText()
  const formats = useFormats()
  const { modifications, pricing } = reservation
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
              {changes.map(({ field, oldValue, newValue }) => (
                <li key={field}>
                  <code>{field}</code>{' '}
                  <bdi>{translate('modify.from', { old: shownValue(oldValue), new: shownValue(newValue) })}</bdi>
                </li>
              ))}
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
