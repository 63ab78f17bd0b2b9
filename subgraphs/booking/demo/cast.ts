import type { Identity } from '../../../platform/trust/identity.ts'
import { demoId } from '../../../platform/values/demo-id.ts'

const identityOf = (partnerName: string, slug: string, key: string): Identity => ({
  partnerId: demoId('partner', slug),
  partnerName,
  environment: 'sandbox',
  plan: 'enterprise',
  key: { id: demoId('api-key', key), lastFour: key.slice(-4), label: null },
  scopes: ['catalog:read', 'pricing:read', 'reservations:read', 'reservations:write'],
  locale: 'es',
  requestId: 'demo-data',
})

/** The demo partners that sell, and the receivers that they registered for events; no one runs these. */
export const sellers = {
  demo: {
    identity: identityOf('Demo Travel', 'demo', 'sk_test_demo_enterprise'),
    receiver: 'https://agency.example/webhooks/cenotes',
  },
  rival: {
    identity: identityOf('Rival Tours', 'rival', 'sk_test_rival_enterprise'),
    receiver: 'https://rival-tours.example/hooks/reservations',
  },
} as const
export type Seller = keyof typeof sellers

/** Name, country and language of guests. */
export const guests = [
  ['Ana Núñez', 'MX', 'es'],
  ['Emily Carter', 'US', 'en'],
  ['Luis Ángel Pech', 'MX', 'es'],
  ['Sophie Martin', 'FR', 'en'],
  ['Jonas Becker', 'DE', 'en'],
  ['María Fernanda Cocom', 'MX', 'es'],
  ['Olivia Brown', 'GB', 'en'],
  ['Diego Hernández', 'MX', 'es'],
  ['Charlotte Tremblay', 'CA', 'en'],
  ['Valentina Rossi', 'IT', 'en'],
  ['Carlos Uc', 'MX', 'es'],
  ['Michael Johnson', 'US', 'en'],
  ['Lucía Gómez', 'ES', 'es'],
  ['Noah Williams', 'US', 'en'],
  ['Gabriela Torres', 'CO', 'es'],
  ['Emma de Vries', 'NL', 'en'],
  ['José Canché', 'MX', 'es'],
  ['Ingrid Larsen', 'NO', 'en'],
  ['Paula Benítez', 'AR', 'es'],
  ['William Lee', 'CA', 'en'],
  ['Ximena Dzul', 'MX', 'es'],
  ['Hannah Schmidt', 'DE', 'en'],
  ['Roberto Chan', 'MX', 'es'],
  ['Grace Murphy', 'IE', 'en'],
] as const

/** Adults, children, seniors, infants and teens. */
export const parties = [
  [2, 0, 0, 0, 0],
  [2, 2, 0, 0, 0],
  [4, 0, 0, 0, 0],
  [2, 1, 0, 1, 0],
  [1, 0, 0, 0, 0],
  [2, 0, 2, 0, 0],
  [2, 1, 0, 0, 2],
  [6, 0, 0, 0, 0],
  [3, 0, 1, 0, 1],
  [2, 3, 2, 1, 0],
] as const

const nearTulum = { latitude: 20.2114, longitude: -87.4654 }
const nearValladolid = { latitude: 20.6896, longitude: -88.2011 }

/**
 * Where visits take place: `opens` is the first slot, of which every hour another one follows. Tours have the times of
 * their departures. The order is that of how much they are sold.
 */
export const destinations = [
  { cenote: 'gran-cenote', opens: '08:00', services: ['snorkel-kit', 'locker', 'photo-package'], hotel: nearTulum },
  { cenote: 'ik-kil', opens: '09:00', zone: 'America/Merida', services: ['lunch', 'locker'], coupon: 'IKKIL15' },
  { cenote: 'dos-ojos', opens: '09:00', services: ['snorkel-kit', 'private-guide'], hotel: nearTulum },
  { cenote: 'azul', opens: '08:30', services: ['lunch', 'locker'] },
  { tour: 'tulum-cenotes-classic', times: ['08:00', '13:00'] },
  { cenote: 'suytun', opens: '09:00', zone: 'America/Merida', services: ['photo-package'], hotel: nearValladolid },
  { cenote: 'zaci', opens: '08:00', zone: 'America/Merida', services: ['lunch'] },
  { tour: 'dos-ojos-diving', times: ['08:30'] },
  { cenote: 'casa-cenote', opens: '08:00', services: ['snorkel-kit', 'private-guide'] },
  { tour: 'valladolid-colonial-cenotes', times: ['09:00'], zone: 'America/Merida' },
  { cenote: 'cristalino', opens: '08:00' },
  { tour: 'ruta-de-los-cenotes', times: ['08:00'] },
] as const satisfies readonly Destination[]

export interface Destination {
  readonly cenote?: string
  readonly tour?: string
  readonly opens?: string
  readonly times?: readonly string[]
  /** America/Cancun when absent. */
  readonly zone?: string
  readonly services?: readonly string[]
  readonly coupon?: string
  /** Where a hotel picks up that has guests of it. */
  readonly hotel?: { readonly latitude: number; readonly longitude: number }
}

export const cancellations = [
  { reason: 'guest_request', note: 'Flight was moved to another day' },
  { reason: 'guest_request', note: 'Un niño de la familia se enfermó' },
  { reason: 'guest_request', note: null },
  { reason: 'weather', note: 'Aviso de tormenta tropical' },
  { reason: 'capacity_issue', note: 'The guide is not available' },
  { reason: 'force_majeure', note: 'Carretera cerrada' },
] as const

/** Reviews by guests, with their stars. */
export const reviews = [
  [5, 'Crystal clear', 'We came at opening time and had the water to ourselves for half an hour. Unforgettable.'],
  [5, 'Increíble', 'El agua transparente y el personal muy atento. Vale la pena llegar temprano.'],
  [4, 'Beautiful, a bit busy', 'The place is wonderful. Around noon it was crowded, so book a morning slot.'],
  [4, 'Muy bonito', 'Nos encantó a todos, también a los abuelos. Las escaleras son algo resbalosas.'],
  [
    5,
    'Perfect with children',
    'Life vests in all sizes and shallow water near the platform. The kids did not want to leave.',
  ],
  [3, 'Nice, but short', 'Lovely water. We would have liked more time and more lockers.'],
] as const
