/** The connection that holds the changes of each type of subject: that of the subgraph which owns it. */
export const changeConnections = {
  AMENITY: 'CatalogChangeConnection',
  CLOSURE: 'BookingChangeConnection',
  SPECIAL_EVENT: 'BookingChangeConnection',
  SLOT_OVERRIDE: 'BookingChangeConnection',
  CENOTE: 'CatalogChangeConnection',
  TOUR: 'CatalogChangeConnection',
} as const satisfies Record<string, 'CatalogChangeConnection' | 'BookingChangeConnection' | 'PricingChangeConnection'>
