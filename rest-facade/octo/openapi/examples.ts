import { demoId } from '../../../platform/values/demo-id.ts'
import { exampleVisitDate, type Document, type Parameter } from '../../openapi/index.ts'
import { recordedDate, recordedHost, recordedResponses } from './recorded-responses.ts'

interface Example {
  /** Values of parameters in the path, the query and the headers. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The uuid of the example booking. It depends on the day of the visit, so that the examples can be run again. */
const bookingUuid = (visitDate: string): string => demoId('booking over OCTO', visitDate)

/** Requests that succeed unchanged with the demo data (docs/testing.md), those of a booking one after another. */
function examplesFor(visitDate: string): Readonly<Record<string, Example>> {
  const product = { productId: demoId('cenote', 'gran-cenote'), optionId: 'DEFAULT' }
  const availabilityId = (time: string): string => `${visitDate}T${time}:00-05:00`
  const units = [
    { id: 'ADULT', quantity: 2 },
    { id: 'CHILD', quantity: 1 },
  ]
  const uuid = bookingUuid(visitDate)
  const ofBooking = { parameters: { uuid } }
  return {
    readProduct: { parameters: { productId: product.productId } },
    readAvailabilityCalendar: { body: { ...product, localDateStart: visitDate, localDateEnd: visitDate, units } },
    checkAvailability: { body: { ...product, localDate: visitDate, units } },
    createBooking: {
      body: {
        uuid,
        ...product,
        availabilityId: availabilityId('10:00'),
        expirationMinutes: 30,
        unitItems: [{ unitId: 'ADULT' }, { unitId: 'ADULT' }, { unitId: 'CHILD' }],
        resellerReference: 'ORD-1042',
      },
    },
    readBooking: ofBooking,
    listBookings: { parameters: { resellerReference: 'ORD-1042' } },
    extendBooking: { ...ofBooking, body: { expirationMinutes: 45 } },
    updateBooking: { ...ofBooking, body: { availabilityId: availabilityId('11:00'), notes: 'One of us cannot swim.' } },
    confirmBooking: {
      ...ofBooking,
      body: {
        contact: {
          fullName: 'Ana Núñez',
          emailAddress: 'ana@example.com',
          phoneNumber: '+52 998 123 4567',
          country: 'MX',
        },
        emailReceipt: false,
      },
    },
    cancelBooking: { ...ofBooking, body: { reason: 'Changed plans' } },
    createSubscription: {
      body: {
        url: 'https://reseller.example/octo',
        notificationTypes: ['BOOKING_UPDATE', 'AVAILABILITY_UPDATE'],
        headers: { Authorization: 'Bearer abc' },
      },
    },
    updateSubscription: { body: { notificationTypes: ['BOOKING_UPDATE', 'PRODUCT_UPDATE', 'AVAILABILITY_UPDATE'] } },
  }
}

/** Adds the examples of a day: requests, and the responses that were recorded for them. */
export function addOctoExamples({ paths, servers }: Document, today: string): void {
  const visitDate = exampleVisitDate(today)
  const examples = examplesFor(visitDate)
  const host = servers[0]?.url.replace(/\/octo\/v1$/, '') ?? ''
  const responses = JSON.parse(
    JSON.stringify(recordedResponses)
      .replaceAll(recordedDate, visitDate)
      .replaceAll(bookingUuid(recordedDate), bookingUuid(visitDate))
      .replaceAll(recordedHost, host),
  ) as Record<string, unknown>
  for (const { operationId, parameters = [], requestBody, responses: described } of Object.values(paths).flatMap(
    (methods) => Object.values(methods),
  )) {
    const { parameters: values = {}, body } = examples[operationId] ?? {}
    for (const parameter of parameters as Parameter[])
      if (Object.hasOwn(values, parameter.name)) parameter.example = values[parameter.name]
    const [media] = Object.values(requestBody?.content ?? {})
    if (media && body !== undefined) media.examples = { example: { summary: 'With the demo data', value: body } }
    const success = described['200']
    const json = success && 'content' in success ? success.content?.['application/json'] : undefined
    if (json && Object.hasOwn(responses, operationId))
      json.examples = { example: { summary: 'To that request', value: responses[operationId] } }
  }
}
