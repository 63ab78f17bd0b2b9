import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { SelectField, TextField } from '../../../components/fields.tsx'
import { SetPartnerPlanDocument, type KeyItemFragment, type Plan } from '../../../generated/operations.ts'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { fieldText } from '../../../text/failure-text.ts'
import { useText } from '../../../text/language.tsx'

const plans: readonly Plan[] = ['BASIC', 'PRO', 'ENTERPRISE']
const limitNames = ['perHour', 'perMinute', 'burst'] as const

interface PlanFormProperties {
  readonly partnerId: string
  /** An active key; its pricing tier is preselected. */
  readonly current: KeyItemFragment | undefined
  onChanged(): void
}

/** The pricing tier of all keys of a partner, and limits that replace the tier's. */
export function PlanForm({ partnerId, current, onChanged }: PlanFormProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(SetPartnerPlanDocument)
  const [plan, setPlan] = useState<Plan>(current?.plan ?? 'BASIC')
  const [limits, setLimits] = useState<Readonly<Record<string, string>>>({})
  const noteSaved = useUnsaved([plan, limits])
  const errorOf = (name: string): string | undefined => fieldText(failure, `limits.${name}`, translate)
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        const own = Object.fromEntries(
          limitNames.map((name) => [name, limits[name]?.trim() ? Number(limits[name]) : null]),
        )
        void run({ input: { partnerId, plan, limits: own } }).then((data) => {
          if (!data) return
          noteSaved()
          onChanged()
        })
      }}
    >
      <SelectField<Plan>
        label={translate('plan.title')}
        value={plan}
        options={plans.map((value) => ({ value, label: translate(`plan.${value}`) }))}
        onChange={setPlan}
      />
      {limitNames.map((name) => (
        <TextField
          key={name}
          type="number"
          min={1}
          step={1}
          label={translate(`plan.${name}`)}
          value={limits[name] ?? ''}
          error={errorOf(name)}
          onChange={(typed) => setLimits({ ...limits, [name]: typed })}
        />
      ))}
      <button disabled={isRunning}>{translate('plan.set')}</button>
      <FailureNotice failure={failure} />
    </form>
  )
}
