import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { CheckField, TextArea } from '../../../components/fields.tsx'
import { CompleteReservationDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

export function CompleteForm(properties: ActionProperties) {
  const translate = useText()
  const [requestReview, setRequestReview] = useState(true)
  const [followUpEmail, setFollowUpEmail] = useState(false)
  const [notes, setNotes] = useState('')
  return (
    <ActionForm
      {...properties}
      document={CompleteReservationDocument}
      variables={{
        input: { id: properties.reservation.id, requestReview, followUpEmail, notes: visibleText(notes) },
      }}
      effect={<p>{translate('complete.effect')}</p>}
    >
      <CheckField label={translate('complete.review')} value={requestReview} onChange={setRequestReview} />
      <CheckField label={translate('complete.followUp')} value={followUpEmail} onChange={setFollowUpEmail} />
      <TextArea label={translate('checkIn.notes')} value={notes} onChange={setNotes} />
    </ActionForm>
  )
}
