import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { createHttpServer } from '../../platform/http/server.ts'
import type { GatewayClient } from '../../rest-facade/http/gateway-client.ts'
import { createRestFacade, registerNotFound, restServerOptions } from '../../rest-facade/server.ts'
import { scriptedGateway, type ScriptedGateway } from './scripted-gateway.ts'

export const sandbox = { 'x-api-key': 'sk_test_demo' }
export const live = { 'x-api-key': 'pk_live_demo' }
export const cenoteId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'

const average = { avg: 25, unit: 'CELSIUS' }
const cenote = {
  id: cenoteId,
  name: 'Gran Cenote',
  slug: 'gran-cenote',
  description: 'Clear water.',
  location: {
    latitude: 20.2,
    longitude: -87.4,
    address: 'Road 109',
    state: 'Quintana Roo',
    municipality: 'Tulum',
    zipCode: null,
    directions: null,
    landmarks: null,
  },
  contact: { phone: '+52 1', email: null, website: null, social: null },
  pricing: {
    adultCents: 35_050,
    childCents: 20_000,
    seniorCents: null,
    currency: 'MXN',
    includes: [],
    excludes: null,
    groupDiscounts: null,
  },
  features: {
    type: 'SEMI_OPEN',
    difficulty: 'BEGINNER',
    depth: { min: 1, max: 9, unit: 'METERS' },
    temperature: average,
    visibility: null,
    accessibility: { wheelchairAccessible: false, stairsToWater: null, platformAvailable: true },
  },
  amenities: [
    {
      id: 'lockers',
      name: 'Lockers',
      category: 'FACILITIES',
      available: true,
      costCents: 5_000,
      hours: null,
      requirements: null,
    },
  ],
  capacity: { daily: 100, hourly: 20 },
  bookedToday: 7,
  schedule: { openTime: '09:00', closeTime: '17:00', timezone: 'America/Cancun', daysOpen: ['MONDAY'], cutoffs: [] },
  bookingCutoffMinutes: 0,
  rating: { average: 4.7, count: 3, breakdown: { five: 2, four: 1, three: 0, two: 0, one: 0 } },
  images: [],
  guidelines: null,
  weather: null,
  conservation: null,
  certifications: null,
  metadata: { featured: true, popularity: 9.1, lastUpdated: '2026-01-01T00:00:00.000Z', verifiedAt: null },
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const cenoteList = {
  cenotes: {
    nodes: [cenote],
    totalCount: 31,
    pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'abc' },
  },
  exchangeRates: { base: 'MXN', rates: [{ currency: 'USD', rate: 0.05 }], lastUpdated: '2026-01-01T00:00:00.000Z' },
}
const created = {
  createReservation: {
    id: cenoteId,
    isNew: true,
    bookingReference: 'CEN-ABC123',
    status: 'PENDING',
    product: { __typename: 'Cenote', id: cenoteId },
    productName: 'Gran Cenote',
    visitDate: '2027-01-05',
    visitTime: '10:00',
    visitors: { total: 2, adults: 2, children: 0, seniors: 0 },
    pricing: {
      subtotalCents: 70_100,
      discountsCents: 0,
      taxesCents: 11_216,
      feesCents: 0,
      totalCents: 81_316,
      currency: 'MXN',
      breakdown: [{ type: 'ADULT', name: null, quantity: 2, unitPriceCents: 35_050, totalCents: 70_100 }],
      discounts: [],
      notAppliedDiscounts: [],
    },
    paymentDue: {
      deadline: '2027-01-01T00:00:00.000Z',
      methods: ['credit_card'],
      creditCardUrl: 'https://pay.example/x',
    },
    cancellation: {
      allowed: true,
      deadline: '2027-01-04T15:00:00.000Z',
      policy: { fullRefund: '48_hours', partialRefund: '24_hours', noRefund: 'same_day' },
    },
    confirmationCode: 'CNF-ABC123',
    qrCode: { url: 'https://api.example/api/partner/reservations/x/qr?token=t', data: 'CEN-ABC123' },
    createdAt: '2027-01-01T00:00:00.000Z',
    expiresAt: '2027-01-02T00:00:00.000Z',
  },
}
export const fullBody = {
  cenoteId,
  visitDate: '2027-01-05',
  visitors: { adults: 2, children: 0 },
  guest: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+52 984 123 4567' },
}

export interface TestFacade {
  readonly app: FastifyInstance
  readonly gateway: ScriptedGateway
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(
    url: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

/** The facade alone, before a gateway with scripted responses; each test of the file has another gateway. */
export function useTestFacade(): TestFacade {
  let app: FastifyInstance
  let gateway: ScriptedGateway
  const gatewayOfTest: GatewayClient = {
    authorize: (request) => gateway.authorize(request),
    execute: (request) => gateway.execute(request),
  }
  beforeEach(() => {
    gateway = scriptedGateway({ ListCenotes: cenoteList, ReadCenote: { cenote }, CreateReservation: created })
  })
  beforeAll(async () => {
    const logger = pino({ level: 'silent' })
    const pictures = { read: async () => undefined, write: async () => undefined }
    const supplier = { id: 'cenotes', name: 'Cenotes' }
    const options = { gateway: gatewayOfTest, publicUrl: 'https://api.example', pictures, supplier, logger }
    app = createHttpServer(logger, restServerOptions)
    app.get('/elsewhere', () => ({ plain: true }))
    await app.register(await createRestFacade(options))
    registerNotFound(app, options)
    await app.ready()
  })
  afterAll(() => app.close())
  return {
    get app() {
      return app
    },
    get gateway() {
      return gateway
    },
    get: (url, headers = sandbox) => app.inject({ method: 'GET', url, headers }),
    post: (url, payload, headers = sandbox) =>
      app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } }),
  }
}
