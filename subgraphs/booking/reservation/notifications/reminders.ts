import type { JobRun } from '../../../../platform/process/job.ts'
import { createContext } from '../../context.ts'
import type { MailServices, ReservationServices } from '../context.ts'
import { sendReminder } from './communications.ts'
import { finishReminder, takeDueReminders } from '../store/communications.ts'

const batchSize = 20
/** A mail server responds within seconds; a sender without a result by then has died. */
const gracePeriodMilliseconds = 5 * 60_000
const maxAttempts = 5

/**
 * Reminds guests of their visits of the next day (docs/partner-api/documents.md#messages). Replicas share the
 * work: each reminder is taken up by one. One that could not be sent is tried again some minutes later. True when more
 * may be waiting.
 */
export async function remind(
  services: MailServices & Pick<ReservationServices, 'databases' | 'clock'>,
  { environment, requestId }: Omit<JobRun, 'logger'>,
): Promise<boolean> {
  const { pool } = services.databases[environment]
  const now = services.clock.now()
  const retryAt = new Date(now.getTime() + gracePeriodMilliseconds)
  const { reminders, hasMore } = await takeDueReminders(pool, now, retryAt, batchSize)
  for (const reminder of reminders) {
    const { partnerId, language: locale } = reminder.reservation
    const identity = { partnerId, environment, scopes: [], locale, requestId }
    const sent = await sendReminder(reminder.reservation, { ...createContext(identity, services), services })
    if (sent || reminder.attempts >= maxAttempts) await finishReminder(pool, reminder, sent)
  }
  return hasMore
}
