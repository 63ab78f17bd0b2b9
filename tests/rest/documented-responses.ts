import { describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import type { RestSample } from '../access/table/rest.ts'
import type { World } from '../access/table/world.ts'
import { filledPath, operationsOf, type DocumentedOperation, type ResponseCheck } from '../testkit/openapi.ts'
import { keys, nextSaturday, partner, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'

interface Tested {
  readonly product: TestProduct
  readonly world: World
  readonly document: Json
  readonly check: ResponseCheck
  readonly samples: Readonly<Record<string, RestSample>>
}

const cenoteId = demoId('cenote', 'gran-cenote')

/** Registers tests of responses that `every-path.test.ts` does not get from the samples of operations. */
export function documentedResponses(tested: () => Tested): void {
  const operations = (): DocumentedOperation[] => operationsOf(tested().document)
  const restCenote = (): string =>
    operations()
      .find(({ definition }) => definition.operationId === 'readCenote')
      ?.definition.parameters.find(({ name }: Json) => name === 'id').example

  describe('a response that differs from the document', () => {
    it.each([
      ['has another member', (body: Json) => ({ ...body, data: { ...body.data, surprise: 1 } })],
      [
        'has another member further inside',
        (body: Json) => ({ ...body, data: { ...body.data, location: { ...body.data.location, surprise: 1 } } }),
      ],
      ['lacks a member', (body: Json) => ({ ...body, data: { ...body.data, slug: undefined } })],
      ['has a member of another type', (body: Json) => ({ ...body, data: { ...body.data, name: 1 } })],
    ])('is found when it %s', async (_, changed) => {
      const path = '/api/partner/cenotes/{id}'
      const response = await partner(tested().product.url).get(
        filledPath(path, tested().samples['readCenote']?.path?.() as Record<string, string>),
      )
      expect(tested().check.errors('GET', path, response)).toEqual([])
      const body = JSON.parse(JSON.stringify(changed(response.body)))
      expect(tested().check.errors('GET', path, { ...response, body })).not.toEqual([])
    })

    it('is found when its code, its status or a header is not documented', async () => {
      const path = '/api/partner/reservations/{id}'
      const response = await partner(tested().product.url).get(filledPath(path, { id: 'nothing' }))
      const other = JSON.parse(JSON.stringify(response.body).replace('RESERVATION_NOT_FOUND', 'TOUR_NOT_FOUND'))
      const headers = new Headers([...response.headers, ['link', '<x>']])
      expect(tested().check.errors('GET', path, response)).toEqual([])
      for (const changed of [
        { ...response, body: other },
        { ...response, status: 418 },
        { ...response, headers },
      ])
        expect(tested().check.errors('GET', path, changed)).not.toEqual([])
    })
  })

  describe('a real response', () => {
    const send = async (
      { method, path }: DocumentedOperation,
      key: string | null,
      {
        values = {},
        query = '',
        body,
        headers = {},
      }: { values?: Record<string, string>; query?: string; body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<[TestResponse, string[]]> => {
      const response = await partner(tested().product.url, key).send(
        method.toUpperCase(),
        filledPath(path, values) + (query && `?${query}`),
        body,
        headers,
      )
      return [response, tested().check.errors(method, path, response, /(^|&)fields=/.test(query))]
    }

    it('is as documented to a body of another media type, and when it is replayed', async () => {
      const wrong: unknown[] = []
      const changes = operations().filter(({ method }) => method !== 'get')
      for (const operation of changes) {
        const { operationId } = operation.definition
        const sample = tested().samples[operationId] as RestSample
        const key = await tested().world.keyOf('own', sample.need)
        const request = { values: (await sample.path?.()) ?? {}, query: sample.query ?? '' }
        const type: Record<string, string> =
          sample.contentType === undefined ? {} : { 'Content-Type': sample.contentType }
        const note = ([{ status, body }, errors]: [TestResponse, string[]], expected: number): void => {
          if (errors.length > 0) wrong.push([operationId, status, errors.slice(0, 5)])
          if (status !== expected) wrong.push([operationId, status, expected, body])
        }
        const xml = { ...request, body: '<a/>', headers: { 'Content-Type': 'application/xml' } }
        note(await send(operation, key, xml), 415)
        if (operation.method === 'delete') continue
        const headers = { ...type, 'Idempotency-Key': operationId as string }
        const body = sample.body?.()
        note(await send(operation, key, { ...request, body, headers }), sample.success ?? 200)
        const again = await send(operation, key, { ...request, body, headers })
        note(again, sample.success ?? 200)
        const isReplayed = again[0].headers.get('idempotent-replayed') === 'true'
        if (operation.method !== 'put' && sample.contentType === undefined && !isReplayed)
          wrong.push([operationId, 'not replayed'])
      }
      expect(wrong).toEqual([])
      expect(changes.length).toBeGreaterThan(20)
    })

    it.each([
      ['listCenotes', 'fields=name,location.state&perPage=3'],
      ['listCenotes', 'fields=pricing.adult,images.url,rating.breakdown&expand=tours'],
      ['listCenotes', 'expand=amenities,reviews,availability,nearby,tours&perPage=3'],
      ['listCenotes', 'perPage=100'],
      ['listCenotes', 'isActive=false'],
      ['listCenotes', 'cursor=nonsense'],
      ['readCenote', 'fields=features.depth,schedule.daysOpen'],
      ['readCenote', 'expand=amenities,reviews,availability,nearby,tours'],
      ['listTours', 'fields=name,pricing.child'],
      ['listTours', 'perPage=100'],
      ['readTour', 'fields=startTimes'],
      ['searchNearbyCenotes', 'latitude=20.2&longitude=-87.4&radius=200&limit=50'],
      ['searchNearbyCenotes', 'latitude=95&longitude=0'],
      ['readCenoteAvailability', `startDate=2020-01-01`],
      ['readCenoteAvailability', `startDate=${nextSaturday()}&visitors=50&time=10:00`],
      ['readCenoteAvailability', `startDate=${nextSaturday()}&time=03:00`],
      ['readCenoteCalendar', `startDate=2020-01-01`],
      ['readCenoteCalendar', `startDate=${nextSaturday()}&endDate=${addDays(nextSaturday(), 365)}&visitors=50`],
      ['readTourAvailability', `startDate=2020-01-01`],
      ['readTourAvailability', `startDate=${nextSaturday()}&endDate=${addDays(nextSaturday(), 30)}&visitors=50`],
      ['readTourAvailability', `startDate=${nextSaturday()}&time=03:00`],
      ['readTourCalendar', `startDate=${nextSaturday()}&endDate=${addDays(nextSaturday(), 365)}&visitors=2`],
      ['listReservations', 'fields=guest.name,pricing.total,statusHistory.status&perPage=100'],
      ['listReservations', 'expand=cenote,reviews,payment,services&perPage=100'],
      ['listReservations', 'cursor=nonsense'],
      ['listEvents', 'fields=type,reservation.guest.email&perPage=100'],
      ['listEvents', 'perPage=100'],
      ['listEvents', 'after=now'],
      ['listEvents', 'types=*&perPage=100'],
      ['listEvents', 'types=*&fields=type,reservation.status,changed,dateFrom&perPage=100'],
      ['listWebhooks', 'fields=url'],
      ['listWebhookDeliveries', 'fields=status,attempts.statusCode'],
      ['summarizePrice', 'people=3'],
      ['exportSales', `from=${nextSaturday()}&to=${nextSaturday()}&by=Day,product`],
      ['readManifest', `productType=cenote&productId=${cenoteId}&date=${nextSaturday()}&time=10:00&format=csv`],
    ])('of %s with %s is as documented', async (operationId, query) => {
      const operation = operations().find(
        ({ definition }) => definition.operationId === operationId,
      ) as DocumentedOperation
      const sample = tested().samples[operationId] as RestSample
      const [, errors] = await send(operation, keys.demo, { values: (await sample.path?.()) ?? {}, query })
      expect(errors).toEqual([])
    })

    it('of a reservation in each of its states is as documented', async () => {
      const operation = operations().find(
        ({ definition }) => definition.operationId === 'readReservation',
      ) as DocumentedOperation
      const paid = { paymentId: 'p', paymentMethod: 'credit_card', confirmationEmail: true, generateDocuments: true }
      const feedback = { requestReview: true, followUpEmail: true }
      for (const steps of [
        [],
        [['confirm', paid]],
        [
          ['confirm', paid],
          ['checkin', { staff: { name: 'Luis' } }],
        ],
        [['confirm', paid], ['checkin'], ['complete', { feedback }]],
        [['confirm', paid], ['no-show']],
        [
          ['confirm', paid],
          ['cancel', { reason: 'weather', note: 'Rain', notifyGuest: true }],
        ],
        [['confirm', paid], ['cancel', { reason: 'weather' }], ['refund']],
      ] as [string, object?][][]) {
        const id = await tested().world.reservation(
          ...steps.map(([step, body]): [string, object?] => [step, body ?? {}]),
        )
        for (const query of [
          '',
          'expand=cenote,reviews',
          'fields=cancellation.policy,timeline.created,documents.url',
        ]) {
          const [{ status }, errors] = await send(operation, keys.demo, { values: { id }, query })
          expect([steps, status, errors]).toEqual([steps, 200, []])
        }
      }
    })

    const place = { coordinates: { latitude: 20.21, longitude: -87.46 } }
    const unknownPoint = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ff'
    it.each(['createReservation', 'modifyReservation'])(
      'of %s with each refusal of a transport is as documented',
      async (operationId) => {
        const operation = operations().find(
          ({ definition }) => definition.operationId === operationId,
        ) as DocumentedOperation
        const values: Record<string, string> =
          operationId === 'createReservation' ? {} : { id: await tested().world.reservation() }
        for (const [transport, status, code] of [
          [{ option: 'hotel_pickup' }, 422, 'PICKUP_REQUIRED'],
          [
            { option: 'hotel_pickup', pickup: { coordinates: { latitude: 19.43, longitude: -99.13 } } },
            422,
            'PICKUP_OUT_OF_ZONE',
          ],
          [{ option: 'meeting_point', meetingPointId: unknownPoint }, 404, 'MEETING_POINT_NOT_FOUND'],
          [
            { option: 'hotel_pickup', pickup: { coordinates: { ...place.coordinates, latitude: 95 } } },
            400,
            'INVALID_COORDINATES',
          ],
        ] as const) {
          const whole = operationId === 'createReservation' ? (tested().samples[operationId]?.body?.() as object) : {}
          const [response, errors] = await send(operation, keys.demo, { values, body: { ...whole, transport } })
          expect([response.status, response.body.error?.code, errors]).toEqual([status, code, []])
        }
      },
    )

    it.each([
      ['createReservation', 422, { visitDate: nextSaturday(), visitTime: '03:00' }],
      ['createReservation', 404, { promoCode: 'NO_SUCH' }],
      ['createReservation', 422, { promoCode: 'EXPIRED2024' }],
      ['createReservation', 400, { visitors: { adults: 0, children: 0 } }],
      ['createReservation', 413, { specialRequests: 'x'.repeat(1_100_000) }],
      ['createReservations', 422, { reservations: [{}] }],
      ['calculatePrice', 400, { itemType: 'boat' }],
      ['calculatePrice', 422, { transportationType: 'hotel_pickup' }],
      ['calculatePrice', 200, { couponCode: 'CENOTE10', quote: true, transportationType: 'meeting_point' }],
      ['validateCoupon', 404, { code: 'NO_SUCH', subtotal: 100_000 }],
      ['validateCoupon', 422, { code: 'EXPIRED2024', subtotal: 100_000 }],
      ['validateCoupon', 200, { code: 'CENOTE10', subtotal: 100_000 }],
      ['validateAgeBreakdown', 200, { adult: -1, child: 1 }],
    ] as [string, number, object][])('of %s with %s is as documented', async (operationId, status, change) => {
      const operation = operations().find(
        ({ definition }) => definition.operationId === operationId,
      ) as DocumentedOperation
      const sample = tested().samples[operationId] as RestSample
      const body =
        'reservations' in change
          ? change
          : {
              ...(sample.body?.() as object),
              ...change,
              ...(operationId === 'validateCoupon'
                ? { cenoteId: (sample.body?.() as Json).cenoteId ?? restCenote() }
                : {}),
            }
      const [response, errors] = await send(operation, keys.demo, { body })
      expect([response.status, errors]).toEqual([status, []])
    })
  })
}
