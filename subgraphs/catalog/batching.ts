import type DataLoader from 'dataloader'
import { OperationLoader } from '../../platform/graphql/operation-loader.ts'
import { isUuid } from '../../platform/values/uuid.ts'

/** Loads rows by id in batches. A text that is no UUID, or an id that does not exist, is null. */
export function loadById<Row extends { id: string }>(
  find: (ids: readonly string[]) => Promise<Row[]>,
): DataLoader<string, Row | null> {
  return new OperationLoader(
    async (keys) => {
      const ids = keys.filter(isUuid)
      const rows = new Map((ids.length > 0 ? await find(ids) : []).map((row) => [row.id, row]))
      return keys.map((key) => rows.get(canonical(key)) ?? null)
    },
    { cacheKeyFn: canonical },
  )
}

/** Loads the rows of many owners at once; each owner's rows stay in the order of the statement. */
export function loadOwned<Row>(
  find: (ownerIds: readonly string[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string | null,
): DataLoader<string, Row[]> {
  return new OperationLoader(async (ownerIds) => {
    const owned = groupBy(await find(ownerIds), ownerOf)
    return ownerIds.map((id) => owned.get(id) ?? [])
  })
}

/** Loads rows of owners under arguments: owners with the same arguments share one statement. */
export function loadOwnedWith<Arguments extends object, Row>(
  find: (ownerIds: readonly string[], args: Arguments) => Promise<Row[]>,
  ownerOf: (row: Row) => string,
): DataLoader<{ ownerId: string; args: Arguments }, Row[], string> {
  return new OperationLoader(
    async (keys) => {
      const byArguments = groupBy(keys, ({ args }) => JSON.stringify(args))
      const found = new Map<string, Map<string, Row[]>>()
      await Promise.all(
        [...byArguments].map(async ([name, [key, ...others]]) => {
          if (!key) return
          const rows = await find(
            [key, ...others].map(({ ownerId }) => ownerId),
            key.args,
          )
          found.set(name, groupBy(rows, ownerOf))
        }),
      )
      return keys.map(({ ownerId, args }) => found.get(JSON.stringify(args))?.get(ownerId) ?? [])
    },
    { cacheKeyFn: ({ ownerId, args }) => `${ownerId} ${JSON.stringify(args)}` },
  )
}

export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** An id as the database writes it. */
export const canonical = (id: string): string => id.toLowerCase()
