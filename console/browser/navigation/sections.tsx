import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PageProperties } from '../pages/page-properties.ts'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'
import type { TextKey } from '../text/text.ts'
import { Link } from './navigation.tsx'
import { usePartTitle } from './part-title.tsx'

/** A part of a page with an address of its own. */
export interface Section {
  readonly path: string
  readonly title: TextKey
  /** Needed to use it, one of several; null when any key may. */
  readonly scope: string | readonly string[] | null
  readonly Section: ComponentType<PageProperties>
}

interface SectionsProperties {
  readonly label: string
  /** The page's own part of the address. */
  readonly path: string
  readonly sections: readonly Section[]
  readonly segments: readonly string[]
}

/** There is no such page, or the key lacks a scope for it. */
export function UnknownPage({ scopes }: { scopes: string | null | undefined }) {
  const translate = useText()
  return <p>{scopes ? translate('shell.missingScope', { scopes }) : translate('shell.unknownPageHint')}</p>
}

/** The sections that the key may use, and the one that the address names; the first without one. */
export function Sections({ label, path, sections, segments: [chosen, ...below] }: SectionsProperties) {
  const translate = useText()
  const { may } = useSession()
  const offered = sections.filter(({ scope }) => scope === null || [scope].flat().some((one) => may(one)))
  const shown = chosen === undefined ? offered[0] : offered.find((one) => one.path === chosen)
  usePartTitle(shown && translate(shown.title))
  const navigation = useRef<HTMLElement>(null)
  // On a small screen the links are one line that scrolls.
  useLayoutEffect(() => {
    const current = navigation.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <>
      <nav class="tools" aria-label={label} ref={navigation}>
        {offered.map((one) => (
          <Link key={one.path} to={`/${path}/${one.path}`} isCurrent={one === shown}>
            {translate(one.title)}
          </Link>
        ))}
      </nav>
      {shown ? (
        <shown.Section key={shown.path} segments={below} />
      ) : (
        <UnknownPage scopes={[sections.find(({ path: one }) => one === chosen)?.scope ?? []].flat().join(' / ')} />
      )}
    </>
  )
}
