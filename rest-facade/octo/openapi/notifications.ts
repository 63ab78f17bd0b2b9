import {
  deliveryOperation,
  pascalCase,
  type NamedSchemas,
  type Operation,
  type SchemaNode,
} from '../../openapi/index.ts'

const text = (description: string, format?: string): SchemaNode => ({
  type: 'string',
  ...(format === undefined ? {} : { format }),
  description,
})

/** The data of each type of notification: what to read again. */
const data: Readonly<Record<string, Readonly<Record<string, SchemaNode>>>> = {
  BOOKING_UPDATE: { uuid: text('Of the booking.', 'uuid') },
  PRODUCT_UPDATE: {
    productId: {
      anyOf: [text('Of the product.', 'uuid'), { type: 'null' }],
      description: 'Null when all products may have changed.',
    },
  },
  AVAILABILITY_UPDATE: {
    productId: text('Of the product.', 'uuid'),
    localDateStart: text('The first day that may have changed.', 'date'),
    localDateEnd: text('The last day that may have changed.', 'date'),
  },
}

const object = (title: string, properties: Readonly<Record<string, SchemaNode>>): SchemaNode => ({
  title,
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** The requests to the address of a subscription, by type. */
export const notificationOperations = (names: NamedSchemas): Record<string, Record<string, Operation>> =>
  Object.fromEntries(
    Object.entries(data).map(([type, members]) => {
      const title = pascalCase(type)
      const schema = object(title, {
        notificationType: { type: 'string', enum: [type] },
        data: object(`${title}Data`, members),
      })
      return [type, deliveryOperation({ type, tag: 'Notifications', schema: names.named(schema, title) })]
    }),
  )
