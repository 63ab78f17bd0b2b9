import { useState } from 'preact/hooks'
import { ModifyReservationDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'
import { GuestOptionFields, guestOptionsInput, type GuestOptions } from './guest-option-fields.tsx'

/** The actions and tickets of the guest of one reservation, which the settings of its partner do not change. */
export function GuestOptionsForm(properties: ActionProperties) {
  const translate = useText()
  const { id, guestMay, hidePrice, tickets } = properties.reservation
  const [values, setValues] = useState<GuestOptions>({
    cancel: guestMay.cancel,
    change: guestMay.change,
    hidePrice,
    tickets,
  })
  return (
    <ActionForm
      {...properties}
      document={ModifyReservationDocument}
      variables={{ input: { id, ...guestOptionsInput(values) } }}
      effect={<p>{translate('guestOptions.effect')}</p>}
    >
      <GuestOptionFields values={values} onChange={setValues} />
    </ActionForm>
  )
}
