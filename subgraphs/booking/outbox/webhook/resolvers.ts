import { edgesOf, endsOf } from '../../../../platform/graphql/connection.ts'
import { apiError } from '../../../../schema/errors.ts'
import {
  enumOfCatalogType,
  enumOfType,
  isCatalogEventType,
  isReservationEventType,
} from '../../../../schema/event-types.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import { change, ownWebhook, ping, redeliver, remove, rotateSecret } from './register/change.ts'
import type { ReplayContext } from './context.ts'
import { openHeaders } from './headers.ts'
import type { WebhookLoaders } from './loaders.ts'
import { deliveryPage, webhookPage } from './list.ts'
import { register } from './register/register.ts'
import { ownReplay, replay } from './replay/replay.ts'
import { typesNamed } from './types.ts'
import type { DeliveryPage, WebhookPage } from './webhook.ts'

/** The loaders of these resolvers, beside the context of commands. */
type RequestContext = ReplayContext & { readonly webhooks: WebhookLoaders }

export const webhookResolvers: Resolvers<RequestContext> = {
  Query: {
    webhook: (_parent, { id }, context) => ownWebhook(id, context),
    webhooks: (_parent, args, context) => webhookPage(args, context),
    webhookReplay: (_parent, { webhookId, id }, context) => ownReplay(webhookId, id, context),
    webhookDeliveries: (_parent, args, context) => deliveryPage(args, context),
  },
  Mutation: {
    createWebhook: (_parent, { input }, context) => register(input, context),
    updateWebhook: (_parent, { input }, context) => change(input, context),
    deleteWebhook: (_parent, { input }, context) => remove(input.id, context),
    pingWebhook: (_parent, { input }, context) => ping(input.id, context),
    rotateWebhookSecret: (_parent, { input }, context) => rotateSecret(input.id, context),
    redeliverWebhookDelivery: (_parent, { input }, context) => redeliver(input.webhookId, input.deliveryId, context),
    replayWebhook: (_parent, { input }, context) => replay(input, context),
  },
  Webhook: {
    events: ({ events }) => typesNamed(events).filter(isReservationEventType).map(enumOfType),
    catalogEvents: ({ events }) => typesNamed(events).filter(isCatalogEventType).map(enumOfCatalogType),
    types: ({ events }) => [...events],
    headers: ({ id, sealedHeaders }, _arguments, { services }) =>
      openHeaders(sealedHeaders, id, services.webhooks.secrets),
  },
  WebhookDelivery: {
    attempts: ({ attempts }) => [...attempts],
    async payload({ id }, _arguments, { webhooks }) {
      const body = await webhooks.payloads.load(id)
      if (body === null) throw apiError('WEBHOOK_NOT_FOUND', { webhookId: id })
      return body
    },
  },
  WebhookConnection: connection<WebhookPage>(),
  WebhookDeliveryConnection: connection<DeliveryPage>(),
}

/** Resolvers of a page. */
function connection<P extends WebhookPage | DeliveryPage>() {
  type Item = P['items'][number]
  return {
    edges: ({ items, cursorOf }: P) => edgesOf<Item>({ rows: items, cursorOf: cursorOf as (item: Item) => string }),
    nodes: ({ items }: P) => [...items] as Item[],
    pageInfo: ({ items, hasNextPage, hasPreviousPage, cursorOf }: P) => {
      return { hasNextPage, hasPreviousPage, ...endsOf<Item>(items, cursorOf as (item: Item) => string) }
    },
    totalCount: (found: P) => found.count(),
  }
}
