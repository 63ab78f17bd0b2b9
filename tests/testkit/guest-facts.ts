import type { MessageSubject } from '../../subgraphs/booking/communication/index.ts'
import type { DocumentSubject } from '../../subgraphs/booking/document/index.ts'

const refundUntil = {
  full: '26 nov 2026, 10:00',
  partial: '27 nov 2026, 10:00',
  partialPercentage: 50,
} as const
const mapUrl = 'https://www.openstreetmap.org/?mlat=20.69&mlon=-88.2#map=15/20.69/-88.2'

/** The content of a document, complete. */
export const documentSubject = (differing: Partial<DocumentSubject> = {}): DocumentSubject => ({
  bookingReference: 'CEN-ABC123',
  ticketCode: 'CEN-ABC123.0123456789ABCDEF0123',
  confirmationCode: 'CNF-ABC123',
  partnerName: 'Viajes Ámbar',
  productType: 'cenote',
  productName: 'Cenote Zací',
  contact: ['+52 985 856 0721', 'hola@zaci.example'],
  includes: ['Chaleco salvavidas', 'Casilleros'],
  services: ['Guía'],
  meeting: {
    option: null,
    date: '2026-11-28',
    time: '10:00',
    place: 'Calle 36 s/n, Valladolid',
    mapUrl,
    start: null,
  },
  timezone: 'America/Merida',
  visitors: { adults: 2, children: 1, seniors: 0 },
  guestName: 'José Núñez',
  totalCents: 162_400,
  paidCents: 162_400,
  returnedCents: 0,
  dueCents: 0,
  creditCents: 0,
  currency: 'MXN',
  refundUntil,
  visitUrl: 'https://partners.example.com/visits/token',
  language: 'es',
  changedAt: new Date('2026-11-20T10:00:00Z'),
  ...differing,
})

/** The subject of a message, complete. */
export const messageSubject = (differing: Partial<MessageSubject> = {}): MessageSubject => ({
  guestName: 'José Núñez',
  partnerName: 'Viajes Ámbar',
  product: {
    name: 'Cenote Zací',
    picture: { url: 'https://cdn.example.com/zaci.jpg', alt: 'El agua de Zací' },
    includes: ['Chaleco salvavidas', 'Casilleros'],
    preparations: ['Traiga traje de baño.'],
    phone: '+52 985 856 0721',
    email: 'hola@zaci.example',
    website: null,
  },
  bookingReference: 'CEN-ABC123',
  confirmationCode: 'CNF-ABC123',
  date: 'sábado, 28 de noviembre de 2026',
  meeting: {
    option: null,
    way: null,
    date: 'sábado, 28 de noviembre de 2026',
    time: '10:00 (America/Merida)',
    place: 'Calle 36 s/n, Valladolid',
    mapUrl,
    directions: 'En el centro.',
    start: null,
  },
  party: '2 adultos, 1 niño',
  services: ['Guía'],
  total: '$1,624.00 MXN',
  paid: '$1,624.00 MXN',
  returned: null,
  due: null,
  credit: null,
  refundUntil,
  reason: null,
  refund: null,
  visitUrl: 'https://partners.example.com/visits/token',
  qrUrl: null,
  changes: [],
  documents: [{ type: 'ticket', url: 'https://partners.example.com/documents/token' }],
  reviewLink: null,
  isTest: false,
  ...differing,
})
