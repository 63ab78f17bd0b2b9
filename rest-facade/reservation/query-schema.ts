import { Type } from 'typebox'
import { reservationStatuses } from '../../schema/reservation-statuses.ts'
import { expandedFields, FieldsParameter } from '../schemas/field-selection.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { commonFilters, pageOrPosition, pageParameters } from '../schemas/pagination.ts'
import { LocalDate, NameList, Ruled, Uuid } from '../schemas/validation.ts'
import { Reservation } from './reservation-schema.ts'

const optional = Type.Optional

const NamedPartner = () =>
  Uuid(
    'The partner whose reservation it is, needed when several partners use the same `externalId` (409 REFERENCE_NOT_UNIQUE). Only for keys of the operator.',
  )

export const NamedQuery = Closed({ partnerId: optional(NamedPartner()) })

export const ModifyQuery = Closed({
  partnerId: optional(NamedPartner()),
  dryRun: optional(Type.Boolean({ default: false, description: 'Returns what would happen and changes nothing.' })),
})

const expansions = ['cenote', 'payment', 'services', 'reviews', 'guest'] as const

const selection = {
  fields: FieldsParameter(Reservation),
  expand: optional(NameList(expansions, 'Parts that are left out unless they are named here.')),
}

/** Fields present only with an expansion. */
const expanded = expandedFields({ cenote: 'cenote', tour: 'cenote', reviews: 'reviews' })

/** Conditions on reservations. */
const filters = {
  status: optional(Type.Enum([...reservationStatuses])),
  partnerId: optional(Uuid("Of this partner. Others than one's own are for keys of the operator's staff.")),
  cenoteId: optional(Uuid('Of this cenote.')),
  tourId: optional(Uuid('Of this tour.')),
  productType: optional(Type.Enum(['cenote', 'tour'], { description: 'Of cenotes or of tours.' })),
  guestEmail: optional(Type.String({ maxLength: 254, description: 'E-mail address of the guest, whatever its case.' })),
  resellerReference: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Only reservations with exactly this `resellerReference`.',
    }),
  ),
  dateFrom: optional(LocalDate('Visits on or after.')),
  dateTo: optional(LocalDate('Visits on or before.')),
  refundDue: optional(
    Type.Boolean({
      description: 'With a refund to pay when true, a credit or the refund of a cancellation; without one when false.',
    }),
  ),
  disruptionId: optional(
    Uuid("Of this disruption: where something was closed. For keys of the operator's staff; 403 for others."),
  ),
  ...commonFilters({
    isActive: 'Pending, confirmed or in progress when true; over in one way or another when false.',
    search:
      'Text in the booking reference, the reseller reference, or the name or e-mail address of the guest, ignoring case and accents.',
    created: 'Created',
  }),
}

export const ReservationListQuery = Ruled(
  Closed({
    ...pageParameters,
    ...filters,
    sortBy: optional(Type.Enum(['createdAt', 'updatedAt', 'visitDate'], { default: 'createdAt' })),
    sortDirection: optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
    ...selection,
  }),
  pageOrPosition('cursor'),
  expanded,
)

export const ReservationExportQuery = Closed(filters)
export const ReservationQuery = Ruled(Closed({ ...selection, partnerId: optional(NamedPartner()) }), expanded)
export const ReservationPath = Type.Object({
  id: Type.String({ description: 'Reservation id, booking reference or `externalId`.' }),
})
export const CommunicationPath = Type.Object({
  ...ReservationPath.properties,
  communicationId: Type.String({ description: 'Id of one of `communications` of the reservation.' }),
})
export const QrQuery = Closed({
  partnerId: optional(NamedPartner()),
  token: optional(
    Type.String({ maxLength: 4_000, description: 'Signature of the address; with it no key is needed.' }),
  ),
})
