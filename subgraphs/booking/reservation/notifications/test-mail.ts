import type { Environment } from '../../../../platform/trust/identity.ts'
import type { ReservationServices } from '../context.ts'
import { deleteStoredMessages } from '../store/communications.ts'

/** How long mails of the sandbox can be read. */
const retentionMilliseconds = 30 * 86_400_000
const batchSize = 500

/** Removes old mails of the sandbox, a bounded batch at a time. True when more may be waiting. */
export async function pruneTestMail(
  { databases, clock }: Pick<ReservationServices, 'databases' | 'clock'>,
  environment: Environment,
): Promise<boolean> {
  const before = new Date(clock.now().getTime() - retentionMilliseconds)
  return (await deleteStoredMessages(databases[environment].pool, before, batchSize)) === batchSize
}
