import type { Failure } from '../../api/failure.ts'

/** The numbers in a refusal, such as the slots and reservations that a closure would affect. */
export function Affected({ failure }: { failure: Failure | null }) {
  if (failure?.code !== 'RESERVATIONS_AFFECTED') return null
  return <pre tabIndex={0}>{JSON.stringify(failure.details, null, 2)}</pre>
}
