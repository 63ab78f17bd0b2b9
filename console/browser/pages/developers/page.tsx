import { ShowsCodes } from '../../components/failure-notice.tsx'
import { Sections, type Section } from '../../navigation/sections.tsx'
import { useText } from '../../text/language.tsx'
import type { PageProperties } from '../page-properties.ts'
import { EventLog } from './events/event-log.tsx'
import { Keys } from './keys/keys.tsx'
import { Requests } from './requests/requests.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

const sections: readonly Section[] = [
  { path: 'webhooks', title: 'webhooks.title', scope: 'webhooks:manage', Section: Webhooks },
  { path: 'events', title: 'events.title', scope: ['reservations:read', 'catalog:read'], Section: EventLog },
  // A key needs no scope to see its own requests.
  { path: 'requests', title: 'requests.title', scope: null, Section: Requests },
  { path: 'keys', title: 'keys.title', scope: null, Section: Keys },
]

/** Tools for a partner's developers to find out why something did not arrive or was refused. */
export default function DevelopersPage({ segments }: PageProperties) {
  const translate = useText()
  return (
    <ShowsCodes.Provider value>
      <Sections label={translate('developers.title')} path="developers" sections={sections} segments={segments} />
    </ShowsCodes.Provider>
  )
}
