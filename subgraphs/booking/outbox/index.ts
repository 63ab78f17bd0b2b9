import { pruneEventsJob } from './event/prune.ts'
import { eventResolvers } from './event/resolvers.ts'
import type { Context } from '../context.ts'
import { createWebhookLoaders } from './webhook/loaders.ts'
import { webhookResolvers } from './webhook/resolvers.ts'

/** The log of what happened to reservations and to what is sold. */
export const events = { resolvers: eventResolvers, jobs: [pruneEventsJob] }

/** Receivers of events; `startWebhooks` runs the deliveries. */
export const webhooks = {
  resolvers: webhookResolvers,
  loaders: ({ database }: Context) => ({ webhooks: createWebhookLoaders(database) }),
}

export { EventHub } from './event/hub.ts'
export { pruneEventsJob, retentionDays } from './event/prune.ts'
export { openLog } from './event/store/restore.ts'
export { readPlacesPosition } from './change-feed/repository.ts'
export { startChangeFeed } from './change-feed/start.ts'
export type { ReplayContext } from './webhook/context.ts'
export { defaultRetrySeconds } from './webhook/deliver/schedule.ts'
export { newSecret, type SecretBox } from './webhook/secret.ts'
export type { PrivateReach } from './webhook/address.ts'
export { startWebhooks } from './webhook/webhooks.ts'
