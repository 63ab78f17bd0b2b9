export { doneBefore, isDoneMeanwhile, named, noteDone, pieceOf } from './idempotency.ts'
export { pruneCompleted } from './repository.ts'
