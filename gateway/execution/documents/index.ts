// In: the text of a document, the name of an operation and its variables, as a client sent them.
// Out: a CheckedOperation, which is valid, within the limits and priced, and its variables with defaults; or RefusedDocument.
// Remembers: checked documents by their text, within 48 MB, and what their variables are checked with.
export { CostModel } from './cost.ts'
export { costBudgets } from './cost-budgets.ts'
export { Documents, RefusedDocument, type CheckedOperation, type PriceOperation } from './documents.ts'
export { documentLimits, type DocumentLimits } from './limits.ts'
export { OperationVariables } from './variables.ts'
