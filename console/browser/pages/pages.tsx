import type { ComponentType } from 'preact'
import { lazy, Suspense } from 'preact/compat'
import type { Session } from '../session/session.ts'
import type { PageProperties } from './page-properties.ts'
import type { TextKey } from '../text/text.ts'

export interface ConsolePage {
  readonly path: string
  readonly title: TextKey
  readonly Page: ComponentType<PageProperties>
  /** A key needs one of these scopes to use the page; none when empty. */
  readonly scopes: readonly string[]
}

/** Loaded when it is opened first. */
function page(
  path: string,
  title: TextKey,
  scopes: readonly string[],
  load: () => Promise<{ default: ComponentType<PageProperties> }>,
): ConsolePage {
  const Lazy = lazy(load)
  const Page = (properties: PageProperties) => (
    <Suspense fallback={<p aria-busy="true">…</p>}>
      <Lazy {...properties} />
    </Suspense>
  )
  return { path, title, scopes, Page }
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
