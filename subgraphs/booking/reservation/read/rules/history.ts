import { systemAuthor } from '../../../../../platform/trust/author.ts'
import type { Reservation, StatusChange } from '../../reservation.ts'
import { systemNotes } from '../../rules/wording.ts'

/** The states of a reservation up to a version; an event's reservation has the history that it had then. */
export function historyOf(
  { version, status, cancellation }: Pick<Reservation, 'version' | 'status' | 'cancellation'>,
  stored: readonly StatusChange[],
): Pick<StatusChange, 'status' | 'at' | 'note' | 'author'>[] {
  const changes = stored.filter((change) => change.version <= version)
  // A hold that has just ended is not stored as ended yet.
  const isEndedHold = status === 'cancelled' && changes.at(-1)?.status === 'pending'
  return isEndedHold && cancellation
    ? [
        ...changes,
        { status, at: new Date(cancellation.cancelledAt), note: systemNotes.holdEnded, author: systemAuthor },
      ]
    : changes
}
