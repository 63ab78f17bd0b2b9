export { NamedSchemas, nameSchemas } from './components.ts'
export { exampleVisitDate, preparations } from './examples.ts'
export { contactOf, type Operator } from './frame.ts'
export { describedHeaders, everyResponse, headerParameters, type HeaderName } from './headers.ts'
export {
  pascalCase,
  plain,
  referenceTo,
  type Document,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  type SchemaNode,
} from './model.ts'
export { publishDocuments, type Documents } from './publish.ts'
export { recordedText, type RecordedResponse } from './recorded.ts'
export { restDocument, type DescribedRoutes } from './rest-document.ts'
export { deliveryBodies, deliveryHeaders, deliveryOperation } from './webhooks.ts'
