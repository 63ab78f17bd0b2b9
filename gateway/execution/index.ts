// The interface of the engine to the rest of the gateway: operations are admitted and run, events of subscriptions completed.
// An operation passes documents/, plan/, run/ and response/ in this order (docs/contributors/engine.md).
export type { EngineResult, Reads, ResponseForm } from './engine.ts'
export { createExecution, type Execution, type ExecutionOptions } from './execution.ts'
export {
  errorsOf,
  foundInCache,
  inputError,
  type AdmittedOperation,
  type OperationRequest,
  type OperationResult,
} from './operation.ts'
export type { GraphPolicies } from './policies.ts'
export {
  costBudgets,
  CostModel,
  documentLimits,
  RefusedDocument,
  type CheckedOperation,
  type DocumentLimits,
} from './documents/index.ts'
export { compilePlan, flattened, selectionOf, type CompiledPlan } from './plan/index.ts'
export {
  maxResponseBytes,
  projectionOf,
  respond,
  ResponseJson,
  writeResponse,
  type ProjectedObject,
} from './response/index.ts'
export { rightsOf, runPlan, SharedReads, type Executors } from './run/index.ts'
