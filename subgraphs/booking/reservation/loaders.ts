import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../platform/graphql/operation-loader.ts'
import type { Database } from '../database.ts'
import {
  findCommunications,
  findStoredMessages,
  type Communication,
  type CommunicationKey,
  type StoredMessage,
} from './store/communications.ts'
import { findModifications, findReservationsById, findStatusChanges } from './store/read.ts'
import type { ReservationKey } from './store/codes.ts'
import type { PastModification, Reservation, StatusChange } from './reservation.ts'

/** Whose reservations can be read; of all partners without one. */
export type Readable = { readonly partnerId: string | undefined } | 'none'

export interface ReservationLoaders {
  readonly byId: DataLoader<string, Reservation | null>
  readonly statusChanges: DataLoader<ReservationKey, StatusChange[], string>
  readonly modifications: DataLoader<ReservationKey, PastModification[], string>
  readonly communications: DataLoader<ReservationKey, Communication[], string>
  /** Contents of messages. */
  readonly storedMessages: DataLoader<CommunicationKey, StoredMessage | null, string>
}

/** Details of a request's reservations, each kind read together. */
export function createReservationLoaders(database: Database, readable: Readable): ReservationLoaders {
  return {
    byId: new OperationLoader(async (ids) => {
      const reservations = readable === 'none' ? [] : await findReservationsById(database, readable.partnerId, ids)
      const found = new Map(reservations.map((reservation) => [reservation.id, reservation]))
      return ids.map((id) => found.get(id) ?? null)
    }),
    statusChanges: new OperationLoader(async (keys) => grouped(keys, await findStatusChanges(database, keys)), byId),
    modifications: new OperationLoader(async (keys) => grouped(keys, await findModifications(database, keys)), byId),
    communications: new OperationLoader(async (keys) => grouped(keys, await findCommunications(database, keys)), byId),
    storedMessages: new OperationLoader(async (keys) => {
      const messages = new Map(
        (await findStoredMessages(database, keys)).map((message) => [message.communicationId, message]),
      )
      return keys.map(({ id }) => messages.get(id) ?? null)
    }, byId),
  }
}

const byId = { cacheKeyFn: ({ id }: ReservationKey): string => id }

function grouped<T extends { readonly reservationId: string }>(
  keys: readonly ReservationKey[],
  items: readonly T[],
): T[][] {
  const groups = new Map<string, T[]>(keys.map(({ id }) => [id, []]))
  for (const item of items) groups.get(item.reservationId)?.push(item)
  return keys.map(({ id }) => groups.get(id) ?? [])
}
