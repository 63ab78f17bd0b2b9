import { useEffect, useState } from 'preact/hooks'
import { useMutation } from '../../api/use-mutation.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { CheckField, SelectField, TextArea } from '../../components/fields.tsx'
import {
  UpdatePartnerSettingsDocument,
  type PartnerSettingsFieldsFragment,
  type TicketKind,
} from '../../generated/operations.ts'
import { useUnsaved } from '../../navigation/unsaved.tsx'
import { fieldText } from '../../text/failure-text.ts'
import { useText } from '../../text/language.tsx'

interface SettingsFormProperties {
  readonly settings: PartnerSettingsFieldsFragment
  /** Whose they are; the signed-in partner's when absent. */
  readonly partnerId?: string
  /** Somebody else has changed them: they are to be read again. */
  onConflict(): void
}

export const ticketKinds: readonly TicketKind[] = ['PARTY', 'PERSON']

/** The settings of a partner, stored together. */
export function SettingsForm({ settings, partnerId, onConflict }: SettingsFormProperties) {
  const translate = useText()
  const { run, failure, isRunning } = useMutation(UpdatePartnerSettingsDocument)
  const [version, setVersion] = useState(settings.version)
  const [values, setValues] = useState(() => valuesOf(settings))
  const noteSaved = useUnsaved(values)
  const [isStored, setStored] = useState(false)
  useEffect(() => {
    setVersion(settings.version)
    setValues(valuesOf(settings))
    noteSaved(valuesOf(settings))
  }, [settings.version])
  const set = (change: Partial<typeof values>): void => {
    setStored(false)
    setValues({ ...values, ...change })
  }
  const store = async (): Promise<void> => {
    const { cancel, change, hidePrice, tickets, origins } = values
    const returnOrigins = origins.split(/[\s,]+/).filter(Boolean)
    const owner = partnerId === undefined ? {} : { partnerId }
    const input = { ...owner, version, guestMay: { cancel, change }, hidePrice, tickets, returnOrigins }
    const data = await run({ input })
    if (!data) return
    setVersion(data.updatePartnerSettings.version)
    setValues(valuesOf(data.updatePartnerSettings))
    setStored(true)
    noteSaved(valuesOf(data.updatePartnerSettings))
  }
  return (
    <form
      class="card settings"
      onSubmit={(event) => {
        event.preventDefault()
        void store()
      }}
    >
      <fieldset>
        <legend>{translate('settings.guestMay')}</legend>
        <CheckField label={translate('settings.cancel')} value={values.cancel} onChange={(cancel) => set({ cancel })} />
        <CheckField label={translate('settings.change')} value={values.change} onChange={(change) => set({ change })} />
      </fieldset>
      <SelectField
        label={translate('settings.tickets')}
        value={values.tickets}
        options={ticketKinds.map((value) => ({ value, label: translate(`tickets.${value}`) }))}
        onChange={(tickets) => set({ tickets })}
      />
      <CheckField
        label={translate('settings.hidePrice')}
        value={values.hidePrice}
        onChange={(hidePrice) => set({ hidePrice })}
      />
      <TextArea
        label={translate('settings.origins')}
        hint={translate('settings.originsHint')}
        value={values.origins}
        error={fieldText(failure, 'returnOrigins', translate)}
        onChange={(origins) => set({ origins })}
      />
      <FailureNotice failure={failure} />
      {failure?.code === 'EDIT_CONFLICT' && (
        <button type="button" onClick={onConflict}>
          {translate('settings.readAgain')}
        </button>
      )}
      {isStored && <p role="status">{translate('settings.stored')}</p>}
      <button class="primary" disabled={isRunning}>
        {translate('settings.store')}
      </button>
    </form>
  )
}

const valuesOf = ({ guestMay, hidePrice, tickets, returnOrigins }: PartnerSettingsFieldsFragment) => ({
  cancel: guestMay.cancel,
  change: guestMay.change,
  hidePrice,
  tickets,
  origins: returnOrigins.join('\n'),
})
