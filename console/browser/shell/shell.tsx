import { useEffect, useState } from 'preact/hooks'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { useAddress } from '../navigation/navigation.tsx'
import { LeaveGuard } from '../navigation/unsaved.tsx'
import { PartTitleContext } from '../navigation/part-title.tsx'
import { UnknownPage } from '../navigation/sections.tsx'
import { pageOf, pagesFor, scopesOf } from '../pages/pages.tsx'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Menu } from './menu.tsx'
import { PageActionsProvider, PageActionsSlot } from '../components/page-actions.tsx'

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
  const [part, setPart] = useState<string>()
  useEffect(() => {
    const parts = [part, title, translate(`environment.${environment}`)]
    document.title = parts.filter((one) => one !== undefined).join(' · ')
  }, [part, title, environment, translate])
  useEffect(() => {
    document.documentElement.dataset['environment'] = environment
    return () => {
      delete document.documentElement.dataset['environment']
    }
  }, [environment])
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {translate('shell.skip')}
      </a>
      <header>
        <p class="environment" data-testid="environment">
          <strong>{translate(`environment.${environment}`)}</strong>{' '}
          <span>{translate(`environment.${environment}Meaning`)}</span>
        </p>
        <span class="partner">
          <bdi>{viewer.partner.name}</bdi>{' '}
          <span class="hint">
            {viewer.key.prefix}…{viewer.key.lastFour}
          </span>
        </span>
        <Menu pages={pages} page={page} signOut={signOut} />
        <ConnectionNotice />
      </header>
      <LeaveGuard />
      <main id="main" tabIndex={-1}>
        <PageActionsProvider>
          <div class="page-title">
            <h1>{title}</h1>
            <PageActionsSlot />
          </div>
          <FirstSteps />
          <PartTitleContext.Provider value={setPart}>
            {page ? (
              <page.Page segments={segments.slice(1)} />
            ) : (
              <UnknownPage scopes={scopesOf(segments)?.join(' / ')} />
            )}
          </PartTitleContext.Provider>
        </PageActionsProvider>
      </main>
    </div>
  )
}
