import { Type } from 'typebox'
import { Nullable } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'

const optional = Type.Optional

const actions = {
  cancel: 'Cancel the visit.',
  change: 'Choose another hour of the same day.',
} as const

const Tickets = (description: string) => Type.Enum(['party', 'person'], { description })

const ReturnAddress = (description: string) => Type.String({ minLength: 1, maxLength: 2_000, description })

const hidePrice = 'Whether the guest sees no prices: on pages, in documents and in e-mails.'
const tickets = 'One ticket for the party, or one for each person; all carry the same code.'
const elseSettings = 'As in the settings of the partner when absent.'
const toSettings = 'null leaves it to the settings of the partner.'

/** Terms of a creation that bind this reservation in place of the settings of its partner, and the way back. */
export const termsOfCreation = {
  guestMay: optional(
    Closed(
      {
        cancel: optional(Type.Boolean({ description: actions.cancel })),
        change: optional(Type.Boolean({ description: actions.change })),
      },
      { title: 'GuestMayRequest', description: `Actions of the guest on the page of the visit. ${elseSettings}` },
    ),
  ),
  hidePrice: optional(Type.Boolean({ description: `${hidePrice} ${elseSettings}` })),
  tickets: optional(Tickets(`${tickets} ${elseSettings}`)),
  returnUrl: optional(
    ReturnAddress(
      'Where the payment page leads the guest once it is paid; `bookingReference` is added to its query. An https address without credentials, whose origin is one of `returnOrigins` in the settings of the partner; in the sandbox also one on loopback.',
    ),
  ),
  cancelUrl: optional(ReturnAddress('The same for a guest who leaves the payment page without having paid.')),
}

/** The terms that a PATCH may change; return addresses are set at creation only. */
export const termsOfModification = {
  guestMay: optional(
    Nullable(
      Closed(
        {
          cancel: optional(Nullable(Type.Boolean({ description: actions.cancel }))),
          change: optional(Nullable(Type.Boolean({ description: actions.change }))),
        },
        { description: `Actions of the guest on the page of the visit. An absent one stays; ${toSettings}` },
      ),
    ),
  ),
  hidePrice: optional(Nullable(Type.Boolean({ description: `${hidePrice} ${toSettings}` }))),
  tickets: optional(Nullable(Tickets(`${tickets} ${toSettings}`))),
}

export const ticketsOfConfirmation = { tickets: optional(Tickets(`${tickets} As it is when absent.`)) }

/** The terms as one reservation shows them: its own, else those of its partner. */
export const shownTerms = {
  guestMay: optional(
    Type.Object(
      {
        cancel: Type.Boolean({ description: actions.cancel }),
        change: Type.Boolean({ description: actions.change }),
      },
      {
        title: 'GuestMay',
        description:
          'Actions of the guest on the page of the visit, while it can be cancelled or changed: as given for this reservation, else as in the settings of the partner.',
      },
    ),
  ),
  hidePrice: optional(Type.Boolean({ description: hidePrice })),
  tickets: optional(Tickets(tickets)),
  returnUrl: optional(Type.String({ description: 'Where the payment page leads the guest once it is paid.' })),
  cancelUrl: optional(Type.String({ description: 'Where the payment page leads a guest who has not paid.' })),
}
