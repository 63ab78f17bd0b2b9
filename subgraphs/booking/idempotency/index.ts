export {
  findCompleted,
  isCompletedMeanwhile,
  withOperationKey,
  recordCompleted,
  childKey,
  findCompletedWithResult,
} from './idempotency.ts'
export { pruneCompleted } from './repository.ts'
