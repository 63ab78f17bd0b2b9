/** A node of a JSON Schema: the keywords used here. */
export interface SchemaNode {
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  required?: string[]
  properties?: Record<string, SchemaNode>
  additionalProperties?: boolean | SchemaNode
  items?: SchemaNode
  anyOf?: SchemaNode[]
  allOf?: SchemaNode[]
  $ref?: string
  /** Its parts are not types of their own. */
  'x-inline'?: boolean
  pattern?: string
  /** Error codes of a failure, in place of its schema. */
  'x-codes'?: string[]
  /** Names, values and a form that the document shows and the route checks itself. */
  'x-names'?: string[]
  'x-enum'?: unknown[]
  'x-pattern'?: string
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  description?: string
  schema: SchemaNode
  style?: 'form'
  explode?: boolean
  example?: unknown
}
export interface Reference {
  $ref: string
}

export interface MediaType {
  schema?: SchemaNode
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, MediaType>
  links?: Record<string, unknown>
}

/** A request in a language, as renderers of references show it beside the operation. */
export interface CodeSample {
  lang: string
  label: string
  source: string
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  externalDocs?: { description: string; url: string }
  security?: Record<string, string[]>[]
  'x-codeSamples'?: CodeSample[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

export interface Components {
  schemas: Record<string, SchemaNode>
  responses: Record<string, Response>
  parameters: Record<string, Parameter>
  headers: Record<string, unknown>
  securitySchemes?: Record<string, unknown>
}

/** An OpenAPI 3.1 document. */
export interface Document {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: Components
  [member: string]: unknown
}

export const referenceTo = (kind: keyof Components, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})

/** A copy of TypeBox schemas as plain JSON. */
export const plain = <T = SchemaNode>(schema: object): T => JSON.parse(JSON.stringify(schema)) as T

/** `reservation.checked_in` as a part of a name: ReservationCheckedIn. */
export const pascalCase = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
