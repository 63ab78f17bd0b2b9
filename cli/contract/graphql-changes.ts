import { buildSchema, findBreakingChanges } from 'graphql'
import type { BreakingChange } from './openapi-changes.ts'

/** Changes of the GraphQL schema that break clients. */
export const graphqlChanges = (released: string, now: string): BreakingChange[] =>
  findBreakingChanges(buildSchema(released), buildSchema(now)).map(({ description }) => ({
    // Every description begins with, or is about, the coordinate that it names.
    subject: /\b([A-Z]\w*(?:\.\w+)?)\b/.exec(description.replace(/^(An?|Standard|The) /, ''))?.[1] ?? description,
    description,
  }))
