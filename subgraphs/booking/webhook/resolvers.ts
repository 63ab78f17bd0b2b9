import {
  cutPage,
  endsOf,
  positionOf,
  readPageArguments,
  type PageArguments,
} from '../../../platform/graphql/connection.ts'
import { enumOfType } from '../../../schema/event-types.ts'
import { partnerOf } from '../caller.ts'
import type { WebhookContext } from './context.ts'
import type { Resolvers, WebhookDeliveryFilter, WebhookDeliveryStatus, WebhookFilter } from '../generated/resolvers.ts'
import { refusePage } from '../paging.ts'
import { searchOf } from '../search.ts'
import { change, ownWebhook, ping, redeliver, remove, rotateSecret } from './change.ts'
import { register } from './register.ts'
import {
  countDeliveries,
  countListedWebhooks,
  listDeliveries,
  listWebhooks,
  type ListFilter,
  type Range,
} from './store/list.ts'
import type { DeliveryPage, WebhookPage } from './webhook.ts'
import type { DeliveryStatus } from '../../../schema/delivery-statuses.ts'

export const webhookResolvers: Resolvers<WebhookContext> = {
  Query: {
    webhook: (_parent, { id }, context) => ownWebhook(id, context),
    webhooks(_parent, { filter, ...range }, context) {
      const { pool, environment } = context.database
      const partnerId = partnerOf(context)
      const wanted = filterOf(filter)
      return page(['webhooks', environment, partnerId, wanted], range, context, {
        list: (rows) => listWebhooks(pool, partnerId, wanted, rows),
        count: () => countListedWebhooks(pool, partnerId, wanted),
      })
    },
    async webhookDeliveries(_parent, { webhookId, status, filter, ...range }, context) {
      const { id } = await ownWebhook(webhookId, context)
      const { pool, environment } = context.database
      const wanted = { ...filterOf(filter), status: status ? (status.toLowerCase() as DeliveryStatus) : undefined }
      return page(['deliveries', environment, id, wanted], range, context, {
        list: (rows) => listDeliveries(pool, id, wanted, rows),
        count: () => countDeliveries(pool, id, wanted),
      })
    },
  },
  Mutation: {
    createWebhook: (_parent, { input }, context) => register(input, context),
    updateWebhook: (_parent, { input }, context) => change(input, context),
    deleteWebhook: (_parent, { input }, context) => remove(input.id, context),
    pingWebhook: (_parent, { input }, context) => ping(input.id, context),
    rotateWebhookSecret: (_parent, { input }, context) => rotateSecret(input.id, context),
    redeliverWebhookDelivery: (_parent, { input }, context) => redeliver(input.webhookId, input.deliveryId, context),
  },
  Webhook: {
    events: ({ events }) => events.map(enumOfType),
  },
  WebhookDelivery: {
    status: ({ status }) => status.toUpperCase() as WebhookDeliveryStatus,
    attempts: ({ attempts }) => [...attempts],
  },
  WebhookConnection: connection<WebhookPage>(),
  WebhookDeliveryConnection: connection<DeliveryPage>(),
}

/** Resolvers of a page. */
function connection<P extends WebhookPage | DeliveryPage>() {
  type Item = P['items'][number]
  return {
    nodes: ({ items }: P) => [...items] as Item[],
    pageInfo: ({ items, hasNextPage, hasPreviousPage, cursorOf }: P) => {
      return { hasNextPage, hasPreviousPage, ...endsOf<Item>(items, cursorOf as (item: Item) => string) }
    },
    totalCount: (found: P) => found.count(),
  }
}

const filterOf = (filter: WebhookFilter | WebhookDeliveryFilter | null | undefined): ListFilter => ({
  isActive: filter?.isActive ?? undefined,
  search: searchOf(filter?.search),
  createdAfter: filter?.createdAfter ?? undefined,
  createdBefore: filter?.createdBefore ?? undefined,
})

interface ListArguments extends PageArguments {
  readonly direction: 'ASC' | 'DESC'
}

/** A page of a list that is sorted by sequence numbers; its cursors belong to a scope. */
async function page<T extends { readonly sequence: number }>(
  list: readonly unknown[],
  { direction, ...args }: ListArguments,
  { services: { cursors } }: WebhookContext,
  read: { list(range: Range): Promise<T[]>; count(): Promise<number> },
) {
  const scope = [...list, direction]
  const { first, after, offset } = readPageArguments(args, refusePage)
  const [position] = positionOf<[number]>(after, { cursors, scope, refuse: refusePage }) ?? []
  const found = await read.list({
    take: first + 1,
    skip: offset,
    after: position,
    direction: direction === 'ASC' ? 'asc' : 'desc',
  })
  const { rows, hasNextPage } = cutPage(found, first)
  return {
    items: [...rows],
    hasNextPage,
    hasPreviousPage: position !== undefined || offset > 0,
    cursorOf: ({ sequence }: T) => cursors.encode(scope, [sequence]),
    count: () => read.count(),
  }
}
