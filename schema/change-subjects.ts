/** The connection that holds the changes of each type of subject: that of the subgraph which owns it, or of all. */
export const changeConnections = {
  ANY: 'EnvironmentChangeConnection',
  PARTNER: 'AccessChangeConnection',
  API_KEY: 'AccessChangeConnection',
  AMENITY: 'CatalogChangeConnection',
  CLOSURE: 'BookingChangeConnection',
  SPECIAL_EVENT: 'BookingChangeConnection',
  SLOT_OVERRIDE: 'BookingChangeConnection',
  RESERVATION: 'BookingChangeConnection',
  PARTNER_SETTINGS: 'BookingChangeConnection',
  CENOTE: 'CatalogChangeConnection',
  REVIEW: 'CatalogChangeConnection',
  TOUR: 'CatalogChangeConnection',
  AGE_CONFIGURATION: 'PricingChangeConnection',
  CENOTE_SERVICE: 'PricingChangeConnection',
  CHARGES: 'PricingChangeConnection',
  COUPON: 'PricingChangeConnection',
  DISCOUNT_RULE: 'PricingChangeConnection',
  EXCHANGE_RATES: 'PricingChangeConnection',
  PROMOTION: 'PricingChangeConnection',
  TRANSPORT_GROUP_DISCOUNTS: 'PricingChangeConnection',
  TRANSPORT_OPTION: 'PricingChangeConnection',
} as const satisfies Record<string, `${'Access' | 'Catalog' | 'Booking' | 'Pricing' | 'Environment'}ChangeConnection`>

export type ChangeSubjectType = keyof typeof changeConnections
