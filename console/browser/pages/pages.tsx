import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Session } from '../session/session.ts'
import type { PageProperties } from './page-properties.ts'
import { useText } from '../text/language.tsx'
import type { TextKey } from '../text/text.ts'

export interface ConsolePage {
  readonly path: string
  readonly title: TextKey
  readonly Page: ComponentType<PageProperties>
  /** A key needs one of these scopes to use the page; none when empty. */
  readonly scopes: readonly string[]
}

/** A page whose module is loaded when it is first opened. */
function page(
  path: string,
  title: TextKey,
  scopes: readonly string[],
  load: () => Promise<{ default: ComponentType<PageProperties> }>,
): ConsolePage {
  let Loaded: ComponentType<PageProperties> | undefined
  function Page(properties: PageProperties) {
    const translate = useText()
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
    useEffect(() => {
      if (Loaded) return
      load().then(
        (module) => {
          Loaded = module.default
          setState('loaded')
        },
        () => setState('failed'),
      )
    }, [])
    if (Loaded) return <Loaded {...properties} />
    if (state !== 'failed') return <p aria-busy="true">…</p>
    return (
      <div class="notice bad" role="alert">
        <p>{translate('shell.pageNotLoaded')}</p>
        <p class="actions">
          <button type="button" onClick={() => void reloadOnceReachable()}>
            {translate('keys.reload')}
          </button>
        </p>
      </div>
    )
  }
  return { path, title, scopes, Page }
}

/** Reloads the whole console, because some browsers do not request a module again after its import has failed. */
async function reloadOnceReachable(): Promise<void> {
  const isReachable = await fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReachable) location.reload()
}

const pages: readonly ConsolePage[] = [
  page('today', 'today.title', ['reservations:read'], () => import('./today/page.tsx')),
  page('reservations', 'reservations.title', ['reservations:read'], () => import('./reservations/page.tsx')),
  page('manifest', 'manifest.title', ['reservations:read', 'gate:operate'], () => import('./manifest/page.tsx')),
  page('reports', 'reports.title', ['reservations:read'], () => import('./reports/page.tsx')),
  page('calendar', 'calendar.title', ['inventory:write'], () => import('./calendar/page.tsx')),
  page('disruptions', 'disruptions.title', ['platform:manage'], () => import('./disruptions/page.tsx')),
  page('settings', 'settings.title', ['keys:manage'], () => import('./settings/page.tsx')),
  page('developers', 'developers.title', [], () => import('./developers/page.tsx')),
  page('operator', 'operator.title', ['platform:manage', 'pricing:manage'], () => import('./operator/page.tsx')),
]

/** Pages that the key may not use are hidden. */
export const pagesFor = ({ may }: Pick<Session, 'may'>): readonly ConsolePage[] =>
  pages.filter(({ scopes }) => scopes.length === 0 || scopes.some(may))

/** The scopes of which a page needs one; undefined for no page. */
export const scopesOf = ([path]: readonly string[]): readonly string[] | undefined =>
  pages.find((one) => one.path === path)?.scopes

/** The page at an address; the first one at /console. */
export const pageOf = (offered: readonly ConsolePage[], [path]: readonly string[]): ConsolePage | undefined =>
  path === undefined ? offered[0] : offered.find((one) => one.path === path)
