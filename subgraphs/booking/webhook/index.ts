export { defaultRetrySeconds } from './schedule.ts'
export type { PrivateReach } from './address.ts'
export { startWebhooks, type Webhooks } from './webhooks.ts'
