import { plain, type Document, type Operation, type Parameter, type SchemaNode } from './model.ts'

/**
 * Returns the document of the routes with what their schemas say for documents alone: the facade checks these texts
 * itself, because its errors name the offending name or have a code of their own.
 */
export function published(routes: Document): Document {
  const document = plain<Document>(routes)
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const { parameters = [] } of operations) for (const parameter of parameters as Parameter[]) publish(parameter)
  for (const operation of operations) for (const schema of bodiesOf(operation)) publishEnums(schema)
  return document
}

function publish(parameter: Parameter): void {
  const { 'x-names': names, 'x-enum': values, 'x-pattern': pattern, ...schema } = parameter.schema
  parameter.schema = schema
  if (values) schema.enum = values
  if (pattern !== undefined) schema.pattern = pattern
  if (!names) return
  parameter.schema = { type: 'array', items: { type: 'string', enum: names } }
  parameter.style = 'form'
  parameter.explode = false
}

const bodiesOf = ({ requestBody }: Operation): SchemaNode[] =>
  Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema ?? [])

/** Replaces `x-enum` in members of a body. */
function publishEnums({ properties = {}, anyOf = [] }: SchemaNode): void {
  for (const member of Object.values(properties)) {
    const { 'x-enum': values } = member
    delete member['x-enum']
    if (values) member.enum = values
  }
  for (const variant of anyOf) publishEnums(variant)
}
