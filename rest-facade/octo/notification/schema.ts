import { Type } from 'typebox'
import { Nullable } from '../../schemas/response-schemas.ts'

export const notificationTypes = ['BOOKING_UPDATE', 'PRODUCT_UPDATE', 'AVAILABILITY_UPDATE'] as const

const url = 'Public https address; the sandbox also takes http and loopback.'
const sentTypes = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 100,
  description: `Of ${notificationTypes.join(', ')}, whatever their case. \`BOOKING_UPDATE\` needs the scope \`reservations:read\`, the others \`catalog:read\`.`,
})
const sentHeaders = Type.Record(Type.String(), Type.String(), {
  description:
    'Headers that each notification carries, at most 20, with values of at most 2,000 characters and at most 8,000 characters of names and values together.',
})

/** Body of POST /notifications/subscriptions. */
export const CreateBody = Type.Object({
  url: Type.String({ description: url }),
  notificationTypes: sentTypes,
  headers: Type.Optional(sentHeaders),
})

/** Body of PATCH /notifications/subscriptions/{id}: absent members do not change. */
export const UpdateBody = Type.Object({
  url: Type.Optional(Type.String({ description: url })),
  notificationTypes: Type.Optional(sentTypes),
  headers: Type.Optional(sentHeaders),
})

export const SubscriptionPath = Type.Object({ id: Type.String() })

const subscription = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String({ format: 'uri' }),
  notificationTypes: Type.Array(Type.Enum([...notificationTypes])),
  headers: Nullable(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Headers that each notification carries. Null when the platform cannot read them any more: notifications fail until PATCH sets them again.',
    }),
  ),
}

export const Subscription = Type.Object(subscription, {
  title: 'Subscription',
  description: 'A subscription to notifications.',
})

export const CreatedSubscription = Type.Object(
  {
    ...subscription,
    secret: Type.String({
      description: 'Key of the signatures of notifications (Standard Webhooks, `whsec_...`); shown this once.',
    }),
  },
  { title: 'CreatedSubscription', description: 'The subscription with its secret.' },
)
