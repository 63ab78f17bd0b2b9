import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { readQueues } from './repository.ts'

const resolvers = {
  Query: { backgroundWork: () => ({ id: 'all' }) },
  BackgroundWork: { queues: (_parent, _arguments, { database: { pool } }) => readQueues(pool) },
} satisfies Resolvers<Context>

/** The pending background work. */
export const background = { resolvers }
