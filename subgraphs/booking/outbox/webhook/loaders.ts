import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../../platform/graphql/operation-loader.ts'
import type { Database } from '../../database.ts'
import { bodyOf } from './deliver/payload.ts'
import { readContents } from './store/reported-event.ts'

export interface WebhookLoaders {
  /** The body of a delivery by the delivery's id; null for one that was removed meanwhile. */
  readonly payloads: DataLoader<string, string | null>
}

export const createWebhookLoaders = ({ pool, environment }: Database): WebhookLoaders => ({
  payloads: new OperationLoader(async (ids) => {
    const contents = await readContents(pool, ids)
    return ids.map((id) => {
      const content = contents.get(id)
      return content ? bodyOf(content, environment) : null
    })
  }),
})
