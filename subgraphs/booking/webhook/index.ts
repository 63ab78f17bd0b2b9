export { defaultRetrySeconds } from './schedule.ts'
export { startWebhooks, type Webhooks } from './webhooks.ts'
