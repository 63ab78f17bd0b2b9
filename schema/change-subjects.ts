/** The connection that holds the changes of each type of subject: that of the subgraph which owns it, or of all. */
export const changeConnections = {
  any: 'EnvironmentChangeConnection',
  partner: 'AccessChangeConnection',
  api_key: 'AccessChangeConnection',
  amenity: 'CatalogChangeConnection',
  closure: 'BookingChangeConnection',
  special_event: 'BookingChangeConnection',
  slot_override: 'BookingChangeConnection',
  reservation: 'BookingChangeConnection',
  partner_settings: 'BookingChangeConnection',
  cenote: 'CatalogChangeConnection',
  review: 'CatalogChangeConnection',
  tour: 'CatalogChangeConnection',
  age_configuration: 'PricingChangeConnection',
  cenote_service: 'PricingChangeConnection',
  charges: 'PricingChangeConnection',
  coupon: 'PricingChangeConnection',
  discount_rule: 'PricingChangeConnection',
  exchange_rates: 'PricingChangeConnection',
  promotion: 'PricingChangeConnection',
  transport_group_discounts: 'PricingChangeConnection',
  transport_option: 'PricingChangeConnection',
} as const satisfies Record<string, `${'Access' | 'Catalog' | 'Booking' | 'Pricing' | 'Environment'}ChangeConnection`>

export type ChangeSubjectType = keyof typeof changeConnections
