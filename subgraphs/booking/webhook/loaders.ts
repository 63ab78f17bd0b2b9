import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../platform/graphql/operation-loader.ts'
import type { Database } from '../database.ts'
import { bodyOf, type NameOfProduct } from './payload.ts'
import { readContents } from './store/reported-event.ts'

export interface WebhookLoaders {
  /** The body of a delivery by the delivery's id; null for one that was removed meanwhile. */
  readonly payloads: DataLoader<string, string | null>
}

export const createWebhookLoaders = (
  { pool, environment }: Database,
  nameOfProduct: NameOfProduct,
): WebhookLoaders => ({
  payloads: new OperationLoader(async (ids) => {
    const contents = await readContents(pool, ids)
    return Promise.all(
      ids.map(async (id) => {
        const content = contents.get(id)
        return content ? bodyOf(content, environment, nameOfProduct) : null
      }),
    )
  }),
})
