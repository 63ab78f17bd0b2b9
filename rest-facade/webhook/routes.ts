import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Created, failures, Success, withHeaders } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import { fieldSelector, Selectable } from '../schemas/field-selection.ts'
import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  ListWebhookDeliveriesDocument,
  ListWebhooksDocument,
  PingWebhookDocument,
  ReadWebhookDocument,
  ReadWebhookReplayDocument,
  RedeliverWebhookDeliveryDocument,
  ReplayWebhookDocument,
  RotateWebhookSecretDocument,
  UpdateWebhookDocument,
} from '../generated/operations.ts'
import { directionVariable, filterVariables, pageVariables, paginate, Pagination } from '../schemas/pagination.ts'
import {
  createInput,
  deliveryRepresentation,
  issuedRepresentation,
  replayRepresentation,
  updateInput,
  webhookRepresentation,
} from './representation.ts'
import {
  CreateBody,
  Delivery,
  DeliveryListQuery,
  DeliveryPath,
  IssuedWebhook,
  Replay,
  ReplayBody,
  ReplayPath,
  UpdateBody,
  Webhook,
  WebhookListQuery,
  WebhookPath,
} from './schema.ts'
import { namesIn } from '../schemas/validation.ts'

const tags = ['Webhooks']
const notFound = { 404: ['WEBHOOK_NOT_FOUND'] } as const

/** Webhooks of the partner and their deliveries (docs/partner-api/events-and-webhooks.md). */
export function webhookRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/webhooks',
      {
        config: { operation: CreateWebhookDocument },
        schema: {
          tags,
          operationId: 'createWebhook',
          summary: 'Register a webhook',
          description: 'At most 10 per minute. The secret is shown in this response and never again.',
          body: CreateBody,
          response: {
            201: Created(IssuedWebhook, 'The webhook with its secret.'),
            ...failures({ 409: ['WEBHOOK_ALREADY_EXISTS'], 422: ['WEBHOOK_LIMIT_REACHED'] }),
          },
        },
      },
      async (request, reply) => {
        const input = createInput(request.body)
        const { createWebhook } = await facade.executeOrThrow(request, reply, CreateWebhookDocument, { input })
        reply.code(201).header('location', `${facade.publicUrl}/webhooks/${createWebhook.webhook.id}`)
        return success(request, 'webhook.created_successfully', issuedRepresentation(createWebhook))
      },
    )

    app.get(
      '/webhooks',
      {
        config: { operation: ListWebhooksDocument },
        schema: {
          tags,
          operationId: 'listWebhooks',
          summary: 'List webhooks',
          querystring: WebhookListQuery,
          response: {
            200: Success(Type.Array(Selectable(Webhook)), 'A page of webhooks.', { pagination: Pagination }),
            ...failures({ 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const { webhooks } = await facade.executeOrThrow(request, reply, ListWebhooksDocument, {
          filter: filterVariables(query),
          direction: directionVariable(query.sortDirection ?? 'asc'),
          ...pageVariables(query),
        })
        const select = fieldSelector(namesIn(query.fields))
        return success(
          request,
          'webhook.listed_successfully',
          webhooks.nodes.map((webhook) => select(webhookRepresentation(webhook))),
          {
            pagination: paginate(request, reply, facade.publicUrl, query, webhooks),
          },
        )
      },
    )

    app.get(
      '/webhooks/:id',
      {
        config: { operation: ReadWebhookDocument },
        schema: {
          tags,
          operationId: 'readWebhook',
          summary: 'Read a webhook',
          params: WebhookPath,
          response: { 200: Success(Webhook, 'The webhook.'), ...failures(notFound) },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { webhook } = await facade.executeOrThrow(request, reply, ReadWebhookDocument, { id })
        if (!webhook) throw failure('WEBHOOK_NOT_FOUND', { webhookId: id })
        return success(request, 'webhook.retrieved_successfully', webhookRepresentation(webhook))
      },
    )

    app.patch(
      '/webhooks/:id',
      {
        config: { operation: UpdateWebhookDocument },
        schema: {
          tags,
          operationId: 'updateWebhook',
          summary: 'Change a webhook, or switch it on or off',
          params: WebhookPath,
          body: UpdateBody,
          response: {
            200: Success(Webhook, 'The webhook as it is now.'),
            ...failures({ ...notFound, 409: ['WEBHOOK_ALREADY_EXISTS'] }),
          },
        },
      },
      async (request, reply) => {
        // A missing body is an empty one.
        const input = updateInput(request.params.id, request.body ?? {})
        const { updateWebhook } = await facade.executeOrThrow(request, reply, UpdateWebhookDocument, { input })
        return success(request, 'webhook.updated_successfully', webhookRepresentation(updateWebhook))
      },
    )

    app.delete(
      '/webhooks/:id',
      {
        config: { operation: DeleteWebhookDocument },
        schema: {
          tags,
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook with its deliveries',
          params: WebhookPath,
          response: { 204: { description: 'The webhook was deleted.' }, ...failures(notFound) },
        },
      },
      async (request, reply) => {
        await facade.executeOrThrow(request, reply, DeleteWebhookDocument, { input: { id: request.params.id } })
        return reply.code(204).send()
      },
    )

    app.post(
      '/webhooks/:id/ping',
      {
        config: { operation: PingWebhookDocument },
        schema: {
          tags,
          operationId: 'pingWebhook',
          summary: 'Send a ping',
          description: 'Queues a delivery of type `webhook.ping`, tried once, also when the webhook is off.',
          params: WebhookPath,
          response: { 200: Success(Delivery, 'The delivery, now queued.'), ...failures(notFound) },
        },
      },
      async (request, reply) => {
        const input = { id: request.params.id }
        const { pingWebhook } = await facade.executeOrThrow(request, reply, PingWebhookDocument, { input })
        return success(request, 'webhook.pinged_successfully', deliveryRepresentation(pingWebhook))
      },
    )

    app.post(
      '/webhooks/:id/rotate-secret',
      {
        config: { operation: RotateWebhookSecretDocument },
        schema: {
          tags,
          operationId: 'rotateWebhookSecret',
          summary: 'Issue a new secret',
          description: 'For 24 hours deliveries carry the signatures of both secrets.',
          params: WebhookPath,
          response: { 200: Success(IssuedWebhook, 'The webhook with its new secret.'), ...failures(notFound) },
        },
      },
      async (request, reply) => {
        const input = { id: request.params.id }
        const { rotateWebhookSecret } = await facade.executeOrThrow(request, reply, RotateWebhookSecretDocument, {
          input,
        })
        return success(request, 'webhook_secret.rotated_successfully', issuedRepresentation(rotateWebhookSecret))
      },
    )

    app.get(
      '/webhooks/:id/deliveries',
      {
        config: { operation: ListWebhookDeliveriesDocument },
        schema: {
          tags,
          operationId: 'listWebhookDeliveries',
          summary: 'List deliveries of a webhook',
          params: WebhookPath,
          querystring: DeliveryListQuery,
          response: {
            200: Success(Type.Array(Selectable(Delivery)), 'A page of deliveries, which are stored for 30 days.', {
              pagination: Pagination,
            }),
            ...failures({ ...notFound, 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const { webhookDeliveries } = await facade.executeOrThrow(request, reply, ListWebhookDeliveriesDocument, {
          webhookId: request.params.id,
          ...(query.status ? { status: query.status.toUpperCase() as Uppercase<typeof query.status> } : {}),
          filter: filterVariables(query),
          direction: directionVariable(query.sortDirection ?? 'desc'),
          ...pageVariables(query),
        })
        const select = fieldSelector(namesIn(query.fields))
        return success(
          request,
          'webhook_delivery.listed_successfully',
          webhookDeliveries.nodes.map((delivery) => select(deliveryRepresentation(delivery))),
          { pagination: paginate(request, reply, facade.publicUrl, query, webhookDeliveries) },
        )
      },
    )

    app.post(
      '/webhooks/:id/deliveries/:deliveryId/redeliver',
      {
        config: { operation: RedeliverWebhookDeliveryDocument },
        schema: {
          tags,
          operationId: 'redeliverWebhookDelivery',
          summary: 'Deliver again',
          description: 'From the start of the retry schedule, also when it succeeded before or the webhook is off.',
          params: DeliveryPath,
          response: { 200: Success(Delivery, 'The delivery, queued again.'), ...failures(notFound) },
        },
      },
      async (request, reply) => {
        const { id, deliveryId } = request.params
        const { redeliverWebhookDelivery } = await facade.executeOrThrow(
          request,
          reply,
          RedeliverWebhookDeliveryDocument,
          {
            input: { webhookId: id, deliveryId },
          },
        )
        return success(
          request,
          'webhook_delivery.redelivered_successfully',
          deliveryRepresentation(redeliverWebhookDelivery),
        )
      },
    )

    app.post(
      '/webhooks/:id/replay',
      {
        config: { operation: ReplayWebhookDocument },
        schema: {
          tags,
          operationId: 'replayWebhook',
          summary: 'Deliver past events again',
          description:
            'Those of its present types, from `after` or `since` to the end of the log as it is now, also when the webhook is off. Each has its `webhook-id` and body of then, and they keep their order. One of `after` and `since` is needed.',
          params: WebhookPath,
          body: ReplayBody,
          response: {
            202: withHeaders(Success(Replay, 'The replay, now running.'), {
              Location: { type: 'string', format: 'uri', description: 'URL of its progress.' },
            }),
            ...failures({ 400: ['INVALID_CURSOR'], ...notFound, 409: ['REPLAY_IN_PROGRESS'] }),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const input = { ...request.body, id }
        const { replayWebhook } = await facade.executeOrThrow(request, reply, ReplayWebhookDocument, { input })
        reply.code(202).header('location', `${facade.publicUrl}/webhooks/${id}/replays/${replayWebhook.id}`)
        return success(request, 'webhook_replay.started_successfully', replayRepresentation(replayWebhook))
      },
    )

    app.get(
      '/webhooks/:id/replays/:replayId',
      {
        config: { operation: ReadWebhookReplayDocument },
        schema: {
          tags,
          operationId: 'readWebhookReplay',
          summary: 'Read the progress of a replay',
          params: ReplayPath,
          response: { 200: Success(Replay, 'The replay.'), ...failures(notFound) },
        },
      },
      async (request, reply) => {
        const { id: webhookId, replayId: id } = request.params
        const variables = { webhookId, id }
        const { webhookReplay } = await facade.executeOrThrow(request, reply, ReadWebhookReplayDocument, variables)
        return success(request, 'webhook_replay.retrieved_successfully', replayRepresentation(webhookReplay))
      },
    )
  }
}
