import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from './failure-notice.tsx'

interface DecisionProperties {
  /** Says what it will do; null while that is not known. */
  readonly effect: ComponentChildren
  readonly failure: Failure | null
  /** The buttons. */
  readonly children: ComponentChildren
}

/** The footer of a dialog's form, which stays in view: the effect of the action beside its button. */
export function Decision({ effect, failure, children }: DecisionProperties) {
  return (
    <div class="decision">
      {effect}
      <FailureNotice failure={failure} />
      <footer>{children}</footer>
    </div>
  )
}
