import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Facade } from '../../http/facade.ts'
import {
  CreateNotificationSubscriptionDocument,
  DeleteNotificationSubscriptionDocument,
  ListNotificationSubscriptionsDocument,
  ReadNotificationSubscriptionDocument,
  UpdateNotificationSubscriptionDocument,
  type NotificationSubscriptionFragment,
} from '../../generated/operations.ts'
import { ApiFailure } from '../../http/errors.ts'
import { badRequest, responses } from '../errors.ts'
import { subscriptionInput, subscriptionRepresentation, withHeaderNames } from './representation.ts'
import { CreateBody, CreatedSubscription, Subscription, SubscriptionPath, UpdateBody } from './schema.ts'

const tags = ['Notifications']
/** More than the number of webhooks that a partner may have. */
const allSubscriptions = 100

const unknownSubscription = (id: string): Error => badRequest({ key: 'SUBSCRIPTION_UNKNOWN', id })

/** Subscriptions to notifications: webhooks of the format OCTO. */
export function notificationRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  /** A subscription of the caller; throws for a webhook of another format. */
  async function read(
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<NotificationSubscriptionFragment> {
    const { webhook } = await facade
      .executeOrThrow(request, reply, ReadNotificationSubscriptionDocument, { id })
      .catch((error: unknown) => {
        if (error instanceof ApiFailure && error.code === 'WEBHOOK_NOT_FOUND') throw unknownSubscription(id)
        throw error
      })
    if (webhook?.format !== 'OCTO') throw unknownSubscription(id)
    return webhook
  }

  /** The routes at a path, documented or not. */
  const routesAt =
    (path: string, isDocumented: boolean): FastifyPluginAsyncTypebox =>
    async (app) => {
      // A route without an id of its operation is not in the document.
      const documented = (operationId: string) => (isDocumented ? { operationId } : {})

      app.post(
        path,
        {
          config: { operation: CreateNotificationSubscriptionDocument },
          schema: {
            tags,
            ...documented('createSubscription'),
            summary: 'Subscribe to notifications',
            description:
              'At most 10 per minute. The secret is shown in this response and never again. Several subscriptions may have one address.',
            body: CreateBody,
            response: responses(CreatedSubscription, 'UNPROCESSABLE_ENTITY'),
          },
        },
        async (request, reply) => {
          const { url, headers } = request.body
          const input = { ...subscriptionInput(request.body, request), url, format: 'OCTO' as const }
          const { createWebhook } = await facade
            .executeOrThrow(request, reply, CreateNotificationSubscriptionDocument, { input })
            .catch((error: unknown) => {
              throw withHeaderNames(error, headers)
            })
          return { ...subscriptionRepresentation(createWebhook.webhook), secret: createWebhook.secret }
        },
      )

      app.get(
        path,
        {
          config: { operation: ListNotificationSubscriptionsDocument },
          schema: {
            tags,
            ...documented('listSubscriptions'),
            summary: 'List the subscriptions',
            description: 'All subscriptions, oldest first.',
            response: responses(Type.Array(Subscription, { description: 'The subscriptions.' })),
          },
        },
        async (request, reply) => {
          const variables = { first: allSubscriptions }
          const { webhooks } = await facade.executeOrThrow(
            request,
            reply,
            ListNotificationSubscriptionsDocument,
            variables,
          )
          return webhooks.nodes.map(subscriptionRepresentation)
        },
      )

      app.get(
        `${path}/:id`,
        {
          config: { operation: ReadNotificationSubscriptionDocument },
          schema: {
            tags,
            ...documented('readSubscription'),
            summary: 'Read a subscription',
            params: SubscriptionPath,
            response: responses(Subscription),
          },
        },
        async (request, reply) => subscriptionRepresentation(await read(request.params.id, request, reply)),
      )

      app.patch(
        `${path}/:id`,
        {
          config: { operation: UpdateNotificationSubscriptionDocument },
          schema: {
            tags,
            ...documented('updateSubscription'),
            summary: 'Change a subscription',
            description:
              'A subscription that a response 410 of its receiver switched off is on again, also with an empty body.',
            params: SubscriptionPath,
            body: UpdateBody,
            response: responses(Subscription, 'UNPROCESSABLE_ENTITY'),
          },
        },
        async (request, reply) => {
          const { body } = request
          // A receiver that was gone switched it off.
          const input = { ...subscriptionInput(body, request), id: request.params.id, isActive: true }
          await read(input.id, request, reply)
          const { updateWebhook } = await facade
            .executeOrThrow(request, reply, UpdateNotificationSubscriptionDocument, { input })
            .catch((error: unknown) => {
              throw withHeaderNames(error, body.headers)
            })
          return subscriptionRepresentation(updateWebhook)
        },
      )

      app.delete(
        `${path}/:id`,
        {
          config: { operation: DeleteNotificationSubscriptionDocument },
          schema: {
            tags,
            ...documented('deleteSubscription'),
            summary: 'Delete a subscription',
            description: 'Responds with the subscription as it was.',
            params: SubscriptionPath,
            response: responses(Subscription),
          },
        },
        async (request, reply) => {
          const subscription = await read(request.params.id, request, reply)
          const input = { id: subscription.id }
          await facade.executeOrThrow(request, reply, DeleteNotificationSubscriptionDocument, { input })
          return subscriptionRepresentation(subscription)
        },
      )
    }

  return async (app) => {
    await app.register(routesAt('/notifications/subscriptions', true))
    // As a page of the standard spells it.
    await app.register(routesAt('/notifications/subcriptions', false))
  }
}
