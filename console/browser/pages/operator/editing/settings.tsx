import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useText } from '../../../text/language.tsx'
import { Rates } from '../rates/rates.tsx'
import { ChangeRecords } from './change-records.tsx'
import { EditForm } from './edit-form.tsx'
import { settings, type Setting } from './resources.ts'

/** Resources of which an environment has one: charges, group discounts, exchange rates. */
export function Settings() {
  return (
    <>
      {settings.map((setting) => (
        <SettingSection key={setting.title} setting={setting} />
      ))}
      <Rates />
    </>
  )
}

function SettingSection({ setting: { title, subject, query: document, update } }: { setting: Setting }) {
  const translate = useText()
  const query = useQuery(document, {})
  return (
    <section>
      <h2>{translate(title)}</h2>
      <Loaded query={query}>
        {({ item: { version, stored } }) => (
          <div key={version}>
            <EditForm change={update} subject={{ version }} stored={stored} onSaved={query.reload}>
              <button type="button" onClick={query.reload}>
                {translate('edit.readAgain')}
              </button>
            </EditForm>
            <ChangeRecords {...subject} />
          </div>
        )}
      </Loaded>
    </section>
  )
}
