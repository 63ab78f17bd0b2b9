import type { AnyVariables, TypedDocumentNode } from '@urql/core'
import type { ComponentChildren } from 'preact'
import type { Failure } from '../../../api/failure.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { Decision } from '../../../components/decision.tsx'
import type { ReservationDetailFragment } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useText } from '../../../text/language.tsx'

export interface ActionProperties {
  readonly reservation: ReservationDetailFragment
  onDone(): void
  onClose(): void
}

interface ActionFormProperties<Data, Variables extends AnyVariables> extends ActionProperties {
  readonly document: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  /** A description of the action. */
  readonly effect: ComponentChildren
  readonly canApply?: boolean
  /** Words of the buttons that leave it and do it, where the common ones could be misread. */
  readonly words?: readonly [leave: string, apply: string]
  /** Its fields, which may depend on why the API refused it last. */
  readonly children?: ComponentChildren | ((failure: Failure | null) => ComponentChildren)
}

/** The fields of an action, its description, and its button. */
export function ActionForm<Data, Variables extends AnyVariables>({
  document,
  variables,
  effect,
  canApply = true,
  words,
  children,
  onDone,
  onClose,
}: ActionFormProperties<Data, Variables>) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(document)
  useUnsaved(variables)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run(variables).then((data) => {
          if (data) onDone()
        })
      }}
    >
      {typeof children === 'function' ? children(failure) : children}
      <Decision
        failure={failure}
        effect={
          <section class="effect" aria-live="polite">
            <h3>{translate('action.effect')}</h3>
            {effect}
          </section>
        }
      >
        <button type="button" onClick={onClose}>
          {words?.[0] ?? translate('common.cancel')}
        </button>
        <button class={words ? 'danger' : 'primary'} disabled={isRunning || !canApply}>
          {words?.[1] ?? translate('action.apply')}
        </button>
      </Decision>
    </form>
  )
}
