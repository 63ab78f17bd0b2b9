import { randomUUID } from 'node:crypto'
import type { Statements } from '../../../platform/postgres/database.ts'
import type { MeetingPointFormValue } from '../form-parts.ts'
import { ownersOfPoints, type StoredPoint } from './repository.ts'

/** Meeting points that an owner is to have, and those that it has. */
export interface PointsOfOwner {
  readonly id: string
  readonly points: readonly MeetingPointFormValue[]
  readonly present: readonly StoredPoint[]
}

/**
 * Gives each meeting point the id that it will have: its own, that of the present one with the same English name, or a
 * new one. Undefined for an id that is none of the owner's present ones; with `mayName` only for one of another owner.
 */
export async function identifiedPoints(
  client: Statements,
  owners: readonly PointsOfOwner[],
  { mayName = false } = {},
): Promise<(StoredPoint | undefined)[][]> {
  const named = owners.flatMap(({ points }) => points.flatMap(({ id }) => (id === undefined ? [] : [id])))
  const ownerOf = mayName && named.length > 0 ? await ownersOfPoints(client, named) : new Map<string, string>()
  const isOwn = (id: string, owner: PointsOfOwner): boolean => {
    if (!mayName) return owner.present.some((point) => point.id === id)
    if (!ownerOf.has(id)) ownerOf.set(id, owner.id)
    return ownerOf.get(id) === owner.id
  }
  return owners.map((owner) => {
    const own = new Set(owner.points.map(({ id }) => id))
    const free = owner.present.filter(({ id }) => !own.has(id))
    return owner.points.map((point) => {
      if (point.id !== undefined) return isOwn(point.id, owner) ? (point as StoredPoint) : undefined
      const index = free.findIndex(({ name }) => name.en === point.name.en)
      const [same] = index < 0 ? [] : free.splice(index, 1)
      return { ...point, id: same?.id ?? randomUUID() }
    })
  })
}
