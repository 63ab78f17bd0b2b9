import { useEffect } from 'preact/hooks'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { Link, useAddress } from '../navigation/navigation.tsx'
import { UnknownPage } from '../navigation/sections.tsx'
import { pageOf, pagesFor, scopesOf } from '../pages/pages.tsx'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { LanguageSwitch } from './language-switch.tsx'

/** The frame of every page: the environment, the signed-in partner, and the pages that the key can use. */
export function Shell({ signOut }: { signOut(): void }) {
  const translate = useText()
  const session = useSession()
  const { viewer } = session
  const { segments } = useAddress()
  const pages = pagesFor(session)
  const page = pageOf(pages, segments)
  const environment = viewer.environment === 'LIVE' ? 'live' : 'sandbox'
  const title = page ? translate(page.title) : translate('shell.unknownPage')
  useEffect(() => {
    document.title = `${title} · ${translate(`environment.${environment}`)}`
    document.documentElement.dataset['environment'] = environment
    return () => {
      delete document.documentElement.dataset['environment']
    }
  }, [title, environment, translate])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {translate('shell.skip')}
      </a>
      <p class="environment" data-testid="environment">
        <strong>{translate(`environment.${environment}`)}</strong> {translate(`environment.${environment}Meaning`)}
      </p>
      <header>
        <span class="partner">
          {viewer.partner.name}{' '}
          <span class="hint">
            {viewer.key.prefix}…{viewer.key.lastFour}
          </span>
        </span>
        <nav aria-label={translate('shell.pages')}>
          {pages.map((one) => (
            <Link key={one.path} to={`/${one.path}`} isCurrent={one === page}>
              {translate(one.title)}
            </Link>
          ))}
        </nav>
        <ConnectionNotice />
        <LanguageSwitch />
        <button type="button" onClick={signOut}>
          {translate('shell.signOut')}
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        <FirstSteps />
        {page ? <page.Page segments={segments.slice(1)} /> : <UnknownPage scopes={scopesOf(segments)?.join(' / ')} />}
      </main>
    </div>
  )
}
