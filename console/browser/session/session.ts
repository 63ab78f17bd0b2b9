import type { Viewer } from './viewer.ts'
import { openApi, type Api } from '../api/api.ts'
import type { Failure } from '../api/failure.ts'
import { openEventFeed, type EventFeed } from '../events/feed.ts'
import { EventsCursorDocument, SignInDocument, TimeZoneDocument } from '../generated/operations.ts'
import type { Language } from '../text/text.ts'
import { removeKey, storeKey } from './stored-key.ts'

/** A key that the API has accepted, with its connections. */
export interface Session {
  readonly viewer: Viewer
  readonly api: Api
  /** Null for a key that may not read reservations. */
  readonly events: EventFeed | null
  /** The time zone of the first cenote; the browser's for a key that may not read cenotes, or without any. */
  readonly timeZone: string | undefined
  may(scope: string): boolean
}

/** Whether two sessions show the same: their keys belong to one partner in one environment and have the same scopes. */
export const showsTheSame = ({ viewer: a }: Session, { viewer: b }: Session): boolean =>
  a.partner.id === b.partner.id && a.environment === b.environment && a.scopes.join() === b.scopes.join()

/** Signs in and stores the key for this tab. `onEnd` is called once when the key is refused later. */
export async function signIn(
  apiKey: string,
  language: () => Language,
  onEnd: (session: Session) => void,
): Promise<Session | Failure> {
  let session: Session | undefined
  const api = openApi({
    apiKey,
    language,
    onKeyRefused() {
      if (!session) return
      const ended = session
      session = undefined
      endSession(ended)
      onEnd(ended)
    },
  })
  const response = await api.query(SignInDocument, {})
  if ('failure' in response) return abandon(api, response.failure)
  const { viewer } = response.data
  const may = (scope: string): boolean => viewer.scopes.includes(scope)
  const [end, zone] = await Promise.all([
    may('reservations:read') ? api.query(EventsCursorDocument, {}) : null,
    may('catalog:read') ? api.query(TimeZoneDocument, {}) : null,
  ])
  if (end && 'failure' in end) return abandon(api, end.failure)
  storeKey(apiKey)
  session = {
    viewer,
    api,
    events: end && openEventFeed(api, end.data.reservationEventsCursor, may('platform:manage')),
    timeZone: zone && 'data' in zone ? zone.data.cenotes.nodes[0]?.schedule.timezone : undefined,
    may,
  }
  return session
}

export function endSession({ api, events }: Session): void {
  removeKey()
  events?.close()
  api.close()
}

function abandon(api: Api, failure: Failure): Failure {
  api.close()
  return failure
}
