import type { Context } from '../context.ts'
import { createWebhookLoaders } from './loaders.ts'
import { webhookResolvers } from './resolvers.ts'

/** Receivers of events; `startWebhooks` runs the deliveries. */
export const webhooks = {
  resolvers: webhookResolvers,
  loaders: ({ database }: Context) => ({ webhooks: createWebhookLoaders(database) }),
}

export type { ReplayContext } from './context.ts'
export { defaultRetrySeconds } from './schedule.ts'
export { newSecret, type SecretBox } from './secret.ts'
export type { PrivateReach } from './address.ts'
export { startWebhooks, type Webhooks } from './webhooks.ts'
