export { doneBefore, isDoneMeanwhile, named, noteDone, pieceOf, toldBefore } from './idempotency.ts'
export { pruneCompleted } from './repository.ts'
