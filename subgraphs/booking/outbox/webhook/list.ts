import { cutPage, positionOf, readPageArguments, type PageArguments } from '../../../../platform/graphql/connection.ts'
import { partnerOf } from '../../caller.ts'
import type {
  QueryWebhookDeliveriesArgs,
  QueryWebhooksArgs,
  WebhookDeliveryFilter,
  WebhookFilter,
} from '../../generated/resolvers.ts'
import { refusePage, searchOf } from '../../paging.ts'
import { ownWebhook } from './register/change.ts'
import type { WebhookContext } from './context.ts'
import {
  countDeliveries,
  countListedWebhooks,
  listDeliveries,
  listWebhooks,
  type ListFilter,
  type Range,
} from './store/list.ts'
import type { DeliveryPage, WebhookPage } from './webhook.ts'

/** A page of the caller's webhooks. */
export async function webhookPage(
  { filter, ...range }: QueryWebhooksArgs,
  context: WebhookContext,
): Promise<WebhookPage> {
  const { pool, environment } = context.database
  const partnerId = partnerOf(context)
  const wanted = { ...filterOf(filter), format: filter?.format ?? undefined }
  return page(['webhooks', environment, partnerId, wanted], range, context, {
    list: (rows) => listWebhooks(pool, partnerId, wanted, rows),
    count: () => countListedWebhooks(pool, partnerId, wanted),
  })
}

/** A page of the deliveries of one of the caller's webhooks. Error: WEBHOOK_NOT_FOUND. */
export async function deliveryPage(
  { webhookId, status, filter, ...range }: QueryWebhookDeliveriesArgs,
  context: WebhookContext,
): Promise<DeliveryPage> {
  const { id } = await ownWebhook(webhookId, context)
  const { pool, environment } = context.database
  const wanted = { ...filterOf(filter), status: status ?? undefined }
  return page(['deliveries', environment, id, wanted], range, context, {
    list: (rows) => listDeliveries(pool, id, wanted, rows),
    count: () => countDeliveries(pool, id, wanted),
  })
}

const filterOf = (filter: WebhookFilter | WebhookDeliveryFilter | null | undefined): ListFilter => ({
  isActive: filter?.isActive ?? undefined,
  search: searchOf(filter?.search),
  createdAfter: filter?.createdAfter ?? undefined,
  createdBefore: filter?.createdBefore ?? undefined,
})

interface ListArguments extends PageArguments {
  readonly direction: 'asc' | 'desc'
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
  const found = await read.list({ take: first + 1, skip: offset, after: position, direction })
  const { rows, hasNextPage } = cutPage(found, first)
  return {
    items: [...rows],
    hasNextPage,
    hasPreviousPage: position !== undefined || offset > 0,
    cursorOf: ({ sequence }: T) => cursors.encode(scope, [sequence]),
    count: () => read.count(),
  }
}
