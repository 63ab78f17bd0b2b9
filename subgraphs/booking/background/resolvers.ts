import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { readQueues } from './repository.ts'

export const backgroundResolvers = {
  Query: { backgroundWork: () => ({ id: 'all' }) },
  BackgroundWork: { queues: (_parent, _arguments, { database: { pool } }) => readQueues(pool) },
} satisfies Resolvers<Context>
