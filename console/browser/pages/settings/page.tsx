import { useQuery } from '../../api/use-query.ts'
import { Loaded } from '../../components/loaded.tsx'
import { OwnSettingsDocument } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the signed-in partner for its guests. */
export default function SettingsPage() {
  const translate = useText()
  const query = useQuery(OwnSettingsDocument, {})
  return (
    <>
      <p class="hint">{translate('settings.hint')}</p>
      <Loaded query={query}>
        {({ viewer: { partner } }) => <SettingsForm settings={partner.settings} onConflict={query.reload} />}
      </Loaded>
    </>
  )
}
