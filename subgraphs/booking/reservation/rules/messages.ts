import {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  modificationMessage,
  paymentLinkMessage,
  reminderMessage,
  reviewRequestMessage,
  type MailFailure,
  type MessageWriter,
} from '../../messages/index.ts'
import { balanceDueCents } from './payment.ts'
import { meetingInstant } from './transport.ts'
import type { Reservation } from '../reservation.ts'

/** One attempt at a message, as it is stored. */
export interface MailAttempt {
  /** ISO 8601. */
  readonly at: string
  /** Why it failed; null when the mail server accepted the mail. */
  readonly failure: MailFailure | null
}

interface MessageKind {
  readonly write: MessageWriter
  /** Whether the documents that were made are attached. */
  readonly withDocuments?: true
  /** Whether it is withheld from guests who may not see prices. */
  readonly showsPrice?: true
  /** Whether the calendar file is attached and, once the visit is confirmed, the QR code shown. */
  readonly withVisit?: true
  /** Whether the message still means something to the guest. Otherwise it is dropped. */
  hasPoint(reservation: MessageSubjectState, now: Date): boolean
}

export type MessageSubjectState = Pick<
  Reservation,
  'status' | 'visitAt' | 'dayEndsAt' | 'transport' | 'payment' | 'pricing' | 'paymentDeadline'
>

const messageTypes = {
  confirmation_email: {
    write: confirmationMessage,
    withDocuments: true,
    withVisit: true,
    hasPoint: ({ status, dayEndsAt }, now) => (status === 'confirmed' || status === 'in_progress') && now < dayEndsAt,
  },
  modification_email: {
    write: modificationMessage,
    withDocuments: true,
    withVisit: true,
    hasPoint: ({ status, dayEndsAt }, now) => (status === 'pending' || status === 'confirmed') && now < dayEndsAt,
  },
  payment_link_email: {
    write: paymentLinkMessage,
    showsPrice: true,
    hasPoint: (reservation, now) =>
      reservation.status === 'pending' && now < reservation.paymentDeadline && balanceDueCents(reservation) > 0,
  },
  reminder_email: {
    write: reminderMessage,
    withVisit: true,
    hasPoint: (reservation, now) => reservation.status === 'confirmed' && now < meetingInstant(reservation),
  },
  cancellation_email: {
    write: cancellationMessage,
    withVisit: true,
    hasPoint: ({ status }) => status === 'cancelled' || status === 'refunded',
  },
  review_request: { write: reviewRequestMessage, hasPoint: ({ status }) => status === 'completed' },
  follow_up_email: { write: followUpMessage, hasPoint: ({ status }) => status === 'completed' },
} satisfies Record<string, MessageKind>

export type MessageType = keyof typeof messageTypes

/** The messages to guests, by the type that `communications` shows. */
export const messageKinds: Readonly<Record<MessageType, MessageKind>> = messageTypes

const minute = 60
const hour = 60 * minute
/** When attempts are made, in seconds from the first (docs/partner-api/documents.md#messages). */
const attemptSeconds = [0, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour]

/** Seconds from a failed attempt to the next; null after the last. */
export function secondsUntilAttempt(failures: number): number | null {
  const [previous, next] = [attemptSeconds[failures - 1], attemptSeconds[failures]]
  return previous === undefined || next === undefined ? null : next - previous
}

/** A message as `communications` has it. */
export interface RecordedMessage {
  readonly type: string
  readonly status: string
  readonly sentAt: Date | null
  readonly scheduledFor: Date | null
  readonly deliveryAttempts: readonly MailAttempt[]
}

/**
 * The messages as they are shown. One that waits and no longer applies is not going to be sent: it is not shown, or
 * what its attempts came to.
 */
export function shownMessages<T extends RecordedMessage>(
  messages: readonly T[],
  reservation: MessageSubjectState,
  now: Date,
): T[] {
  return messages.flatMap((message) => {
    const { type, status, sentAt, deliveryAttempts } = message
    if (status !== 'scheduled' || messageKinds[type as MessageType].hasPoint(reservation, now)) return [message]
    if (deliveryAttempts.length === 0) return []
    return [{ ...message, status: sentAt === null ? 'failed' : 'sent', scheduledFor: null }]
  })
}
