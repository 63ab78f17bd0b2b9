import { useState } from 'preact/hooks'
import { TextArea, TextField } from '../../../components/fields.tsx'
import { CheckInReservationDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

const kinds = ['adults', 'children', 'seniors'] as const

export function CheckInForm(properties: ActionProperties) {
  const translate = useText()
  const { id, visitors } = properties.reservation
  const [counts, setCounts] = useState({
    adults: String(visitors.adults),
    children: String(visitors.children),
    seniors: String(visitors.seniors),
  })
  const [notes, setNotes] = useState('')
  const came = { adults: Number(counts.adults), children: Number(counts.children), seniors: Number(counts.seniors) }
  return (
    <ActionForm
      {...properties}
      document={CheckInReservationDocument}
      variables={{ input: { id, actualVisitors: came, notes: notes.trim() || null } }}
      canApply={Object.values(came).every((count) => Number.isInteger(count) && count >= 0)}
      effect={<p>{translate('checkIn.effect', { people: came.adults + came.children + came.seniors })}</p>}
    >
      {kinds.map((kind) => (
        <TextField
          key={kind}
          type="number"
          min={0}
          max={50}
          label={translate(`checkIn.${kind}`)}
          value={counts[kind]}
          onChange={(count) => setCounts({ ...counts, [kind]: count })}
        />
      ))}
      <TextArea label={translate('checkIn.notes')} value={notes} onChange={setNotes} />
    </ActionForm>
  )
}
