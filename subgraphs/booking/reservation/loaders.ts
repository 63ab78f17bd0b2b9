import DataLoader from 'dataloader'
import type { Database } from '../database.ts'
import {
  findCommunications,
  findStoredMessages,
  type Communication,
  type StoredMessage,
} from './store/communications.ts'
import { findReservationsById, findStatusChanges } from './store/read.ts'
import type { StatusChange } from './reservation.ts'
import type { Reservation } from './reservation.ts'

/** Whose reservations can be read; of all partners without one. */
export type Readable = { readonly partnerId: string | undefined } | 'none'

export interface ReservationLoaders {
  readonly byId: DataLoader<string, Reservation | null>
  readonly statusChanges: DataLoader<string, StatusChange[]>
  readonly communications: DataLoader<string, Communication[]>
  /** Contents of messages by the id of the communication. */
  readonly storedMessages: DataLoader<string, StoredMessage | null>
}

/** Details of a request's reservations, each kind read together. */
export function createReservationLoaders(database: Database, readable: Readable): ReservationLoaders {
  return {
    byId: new DataLoader(async (ids) => {
      const reservations = readable === 'none' ? [] : await findReservationsById(database, readable.partnerId, ids)
      const found = new Map(reservations.map((reservation) => [reservation.id, reservation]))
      return ids.map((id) => found.get(id) ?? null)
    }),
    statusChanges: new DataLoader(async (ids) => grouped(ids, await findStatusChanges(database, ids))),
    communications: new DataLoader(async (ids) => grouped(ids, await findCommunications(database, ids))),
    storedMessages: new DataLoader(async (ids) => {
      const messages = new Map(
        (await findStoredMessages(database, ids)).map((message) => [message.communicationId, message]),
      )
      return ids.map((id) => messages.get(id) ?? null)
    }),
  }
}

function grouped<T extends { readonly reservationId: string }>(ids: readonly string[], items: readonly T[]): T[][] {
  const groups = new Map<string, T[]>(ids.map((id) => [id, []]))
  for (const item of items) groups.get(item.reservationId)?.push(item)
  return ids.map((id) => groups.get(id) ?? [])
}
