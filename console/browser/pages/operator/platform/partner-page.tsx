import { useEffect, useState } from 'preact/hooks'
import { partnerChoices } from '../../../choices/sources.ts'
import { useSession } from '../../../session/context.tsx'
import { Link } from '../../../navigation/navigation.tsx'
import { useLanguage } from '../../../text/language.tsx'
import { PartnerKeys } from './partner-keys.tsx'
import { PartnerSettings } from './partner-settings.tsx'
import { LastReservations, Turnover } from './partner-sales.tsx'

/** A partner: its turnover, its last reservations, its settings, its keys and plan, and their changes. */
export function PartnerPage({ id }: { id: string }) {
  const { language, translate } = useLanguage()
  const { api } = useSession()
  // Undefined until it is read, null for no partner.
  const [name, setName] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let isLatest = true
    void partnerChoices.nameOf(api, id, language).then((found) => {
      if (isLatest) setName(found)
    })
    return () => {
      isLatest = false
    }
  }, [api, id])
  return (
    <section>
      <p class="tools">
        <Link to="/operator/partners">{translate('partner.all')}</Link>
      </p>
      {name === undefined ? (
        <p aria-busy="true">{translate('common.loading')}</p>
      ) : name === null ? (
        <p>{translate('partner.unknown')}</p>
      ) : (
        <>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <Turnover partnerId={id} />
          <LastReservations partnerId={id} />
          <PartnerSettings partner={{ id, name }} />
          <PartnerKeys partner={{ id, name }} />
        </>
      )}
    </section>
  )
}
