import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { TextArea } from '../../../components/fields.tsx'
import { MarkReservationNoShowDocument } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

export function NoShowForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { id, amountPaidCents, pricing } = properties.reservation
  const [note, setNote] = useState('')
  return (
    <ActionForm
      {...properties}
      document={MarkReservationNoShowDocument}
      variables={{ input: { id, note: visibleText(note) } }}
      effect={<p>{translate('noShow.effect', { paid: formats.money(amountPaidCents, pricing.currency) })}</p>}
    >
      <TextArea label={translate('noShow.note')} value={note} onChange={setNote} />
    </ActionForm>
  )
}
