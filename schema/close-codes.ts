/** Why we close a subscriber's connection (docs/frontend/subscriptions.md). */
export const closeCodes = {
  goingAway: 1001,
  tooManyFragments: 1008,
  messageTooLarge: 1009,
  tryAgainLater: 1013,
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  subprotocolNotAcceptable: 4406,
  timeout: 4408,
  subscriberAlreadyExists: 4409,
  tooManyRequests: 4429,
  tooSlow: 4480,
  internalError: 4500,
} as const
