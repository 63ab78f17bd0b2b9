import { CheckField, SelectField } from '../../../components/fields.tsx'
import type { TicketKind } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ticketKinds } from '../../settings/settings-form.tsx'

/** The options of the guest of one reservation, whatever the settings of its partner are. */
export interface GuestOptions {
  readonly cancel: boolean
  readonly change: boolean
  readonly hidePrice: boolean
  readonly tickets: TicketKind
}

/** As they are without settings. */
export const plainGuestOptions: GuestOptions = { cancel: false, change: false, hidePrice: false, tickets: 'PARTY' }

/** The members of an input that has them. */
export const guestOptionsInput = ({ cancel, change, hidePrice, tickets }: GuestOptions) => ({
  guestMay: { cancel, change },
  hidePrice,
  tickets,
})

interface GuestOptionFieldsProperties {
  readonly values: GuestOptions
  onChange(values: GuestOptions): void
}

export function GuestOptionFields({ values, onChange }: GuestOptionFieldsProperties) {
  const translate = useText()
  const set = (change: Partial<GuestOptions>): void => onChange({ ...values, ...change })
  return (
    <>
      <CheckField label={translate('settings.cancel')} value={values.cancel} onChange={(cancel) => set({ cancel })} />
      <CheckField label={translate('settings.change')} value={values.change} onChange={(change) => set({ change })} />
      <CheckField
        label={translate('settings.hidePrice')}
        value={values.hidePrice}
        onChange={(hidePrice) => set({ hidePrice })}
      />
      <SelectField
        label={translate('settings.tickets')}
        value={values.tickets}
        options={ticketKinds.map((value) => ({ value, label: translate(`tickets.${value}`) }))}
        onChange={(tickets) => set({ tickets })}
      />
    </>
  )
}
