import { createRequire } from 'node:module'

interface Schema {
  parse(value: unknown): unknown
  safeParse(value: unknown): { readonly success: boolean }
}

/** The published schemas; required without their types, which are two megabytes long. */
export const octoSchemas = createRequire(import.meta.url)('@octocloud/types/dist/models/zod.gen.js') as Readonly<
  Record<string, Schema>
>
