import type { Environment } from '../../../../platform/trust/identity.ts'
import type { ReservationServices } from '../context.ts'
import { deleteStoredMessages } from '../store/communications.ts'

const batchSize = 50

/** Removes old mails of the sandbox, a bounded batch at a time. True when more may be waiting. */
export async function pruneTestMail(
  { databases, clock }: Pick<ReservationServices, 'databases' | 'clock'>,
  environment: Environment,
): Promise<boolean> {
  return (await deleteStoredMessages(databases[environment].pool, clock.now(), batchSize)) === batchSize
}
