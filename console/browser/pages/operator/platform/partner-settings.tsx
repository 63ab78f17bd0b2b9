import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { PartnerSettingsByNameDocument } from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { SettingsForm } from '../../settings/settings-form.tsx'

/** The settings of a partner for its guests. */
export function PartnerSettings({
  partner: { id, name },
}: {
  partner: { readonly id: string; readonly name: string }
}) {
  const translate = useText()
  const query = useQuery(PartnerSettingsByNameDocument, { name })
  return (
    <details>
      <summary>{translate('settings.title')}</summary>
      <Loaded query={query}>
        {({ partners: { nodes } }) => {
          const found = nodes.find((one) => one.id === id)
          return found && <SettingsForm settings={found.settings} partnerId={id} onConflict={query.reload} />
        }}
      </Loaded>
    </details>
  )
}
