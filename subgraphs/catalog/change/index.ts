import { changeResolvers } from './resolvers.ts'

/** What administration changed here (docs/operators/administration.md#change-records). */
export const changes = { resolvers: changeResolvers }
