import type { Pool } from '../../../../../platform/postgres/database.ts'
import { listSecrets, storeResealed } from '../store/registration.ts'
import { headersOf } from '../headers.ts'
import type { SecretBox } from '../secret.ts'

const batchSize = 500

/**
 * Seals again what was sealed with a previous SIGNING_SECRET, so that this one can be dropped; returns the number of
 * webhooks. Another replica may do the same concurrently: the first to store wins, and both are right.
 */
export async function resealSecrets(pool: Pool, box: SecretBox): Promise<number> {
  let count = 0
  let batch = await listSecrets(pool, 0, batchSize)
  while (batch.length > 0) {
    for (const read of batch) {
      const secret = box.reseal(read.secret, read.id)
      const previousSecret = read.previousSecret && box.reseal(read.previousSecret, read.id)
      const headers = read.headers && box.reseal(read.headers, headersOf(read.id))
      if (!secret && !previousSecret && !headers) continue
      await storeResealed(pool, read, {
        ...read,
        secret: secret ?? read.secret,
        previousSecret: previousSecret ?? read.previousSecret,
        headers: headers ?? read.headers,
      })
      count += 1
    }
    batch = await listSecrets(pool, batch.at(-1)?.sequence ?? 0, batchSize)
  }
  return count
}
