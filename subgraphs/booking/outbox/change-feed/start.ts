import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import type { NotificationChannel } from '../../../../platform/redis/notifications.ts'
import { environments } from '../../../../platform/trust/identity.ts'
import type { Database } from '../../database.ts'
import { announcePublishing, ChangePublisher, type PublisherOptions } from './publisher.ts'

interface ChangeFeedOptions extends Omit<PublisherOptions, 'pool' | 'environment' | 'notifications'> {
  readonly databases: PerEnvironment<Database>
  readonly notifications: PerEnvironment<NotificationChannel>
}

/** A process does not wait longer than this for other services before it serves requests. */
const beginMilliseconds = 2_000

/** Begins to publish changes: of those that are made once this resolves, none is missed, if the other services respond. */
export async function startChangeFeed({
  databases,
  notifications,
  ...options
}: ChangeFeedOptions): Promise<{ stop(): Promise<void> }> {
  announcePublishing(options.observer)
  const publishers = environments.map(
    (environment) =>
      new ChangePublisher({
        ...options,
        environment,
        pool: databases[environment].pool,
        notifications: notifications[environment],
      }),
  )
  const begun = Promise.all(publishers.map((publisher) => publisher.begun))
  let timer: NodeJS.Timeout | undefined
  await Promise.race([begun, new Promise((resolve) => (timer = setTimeout(resolve, beginMilliseconds)))])
  clearTimeout(timer)
  return {
    async stop() {
      await Promise.all(publishers.map((publisher) => publisher.stop()))
    },
  }
}
