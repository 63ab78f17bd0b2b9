/** One ticket for the whole party, or one for each person. */
export const ticketKinds = ['party', 'person'] as const
export type TicketKind = (typeof ticketKinds)[number]

/** The actions of guests on the page of their visit. */
export interface GuestMay {
  readonly cancel: boolean
  readonly change: boolean
}

/** A partner, as what refers to it in another subgraph. */
export interface PartnerReference {
  readonly id: string
}

/** The settings of all reservations of a partner, unless one of them has terms of its own. */
export interface PartnerSettings {
  readonly partnerId: string
  /** Number of its latest change; 0 while nothing was changed. */
  readonly version: number
  readonly guestMay: GuestMay
  /** Whether guests see no prices: documents, mails and pages leave them out. */
  readonly hidePrice: boolean
  readonly tickets: TicketKind
  /** Origins that guests may be sent back to from the payment page. */
  readonly returnOrigins: readonly string[]
  /** Null while nothing was changed. */
  readonly updatedAt: Date | null
}

/** The settings of a partner that has changed none. */
export const defaultSettings = (partnerId: string): PartnerSettings => ({
  partnerId,
  version: 0,
  guestMay: { cancel: false, change: false },
  hidePrice: false,
  tickets: 'party',
  returnOrigins: [],
  updatedAt: null,
})
