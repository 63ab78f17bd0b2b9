import { webhookResolvers } from './resolvers.ts'

/** Receivers of events; `startWebhooks` runs the deliveries. */
export const webhooks = { resolvers: webhookResolvers }

export { defaultRetrySeconds } from './schedule.ts'
export type { PrivateReach } from './address.ts'
export { startWebhooks, type Webhooks } from './webhooks.ts'
