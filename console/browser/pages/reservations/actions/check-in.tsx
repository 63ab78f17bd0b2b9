import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { ages, byAge, peopleOf } from '../../../../../schema/ages.ts'
import { TextArea, TextField } from '../../../components/fields.tsx'
import { CheckInReservationDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

export function CheckInForm(properties: ActionProperties) {
  const translate = useText()
  const { id, visitors } = properties.reservation
  const [counts, setCounts] = useState(() => byAge((age) => String(visitors[age])))
  const [notes, setNotes] = useState('')
  const came = byAge((age) => Number(counts[age]))
  return (
    <ActionForm
      {...properties}
      document={CheckInReservationDocument}
      variables={{ input: { id, actualVisitors: came, notes: visibleText(notes) } }}
      canApply={Object.values(came).every((count) => Number.isInteger(count) && count >= 0)}
      effect={<p>{translate('checkIn.effect', { people: peopleOf(came) })}</p>}
    >
      {ages.map((age) => (
        <TextField
          key={age}
          type="number"
          min={0}
          max={50}
          label={translate(`checkIn.${age}`)}
          value={counts[age]}
          onChange={(count) => setCounts({ ...counts, [age]: count })}
        />
      ))}
      <TextArea label={translate('checkIn.notes')} value={notes} onChange={setNotes} />
    </ActionForm>
  )
}
