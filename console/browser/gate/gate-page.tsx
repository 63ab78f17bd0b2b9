import { useEffect, useState } from 'preact/hooks'
import type { GateReservationFragment } from '../generated/operations.ts'
import { leave, Link, navigate, useAddress } from '../navigation/navigation.tsx'
import { LeaveGuard } from '../navigation/unsaved.tsx'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { useText } from '../text/language.tsx'
import { QueuePanel } from './queue/queue-panel.tsx'
import { SalePage } from './sale/sale-page.tsx'
import { ScanPage, type Target } from './scan/scan-page.tsx'
import { useGate } from './session.ts'
import { TodayPage } from './today/today-page.tsx'
import { useToday } from './today/use-today.ts'

const cenoteKey = 'gate.cenote'

/** Scanning, the visits of today and selling, below what is not done yet. */
export function GatePage({ signOut }: { signOut(): void }) {
  const translate = useText()
  const { viewer, cenotes, queue } = useGate()
  const { segments } = useAddress()
  const view = segments[1] ?? 'scan'
  const [cenoteId, setCenoteId] = useState(() => {
    const stored = localStorage.getItem(cenoteKey) ?? ''
    return cenotes.length === 1 ? (cenotes[0]?.id ?? '') : cenotes.some(({ id }) => id === stored) ? stored : ''
  })
  const today = useToday(cenoteId)
  const [target, setTarget] = useState<Target | null>(null)
  const open = (text: string, known: GateReservationFragment | null = null): void =>
    leave(() => {
      setTarget((before) => ({ text, known, round: (before?.round ?? 0) + 1 }))
      navigate('/gate')
    })

  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const change = (): void => {
      setOnline(navigator.onLine)
      if (navigator.onLine) queue.wake()
    }
    addEventListener('online', change)
    addEventListener('offline', change)
    return () => {
      removeEventListener('online', change)
      removeEventListener('offline', change)
    }
  }, [queue])

  const environment = viewer.environment === 'LIVE' ? 'live' : 'sandbox'
  useEffect(() => {
    document.documentElement.dataset['environment'] = environment
    return () => {
      delete document.documentElement.dataset['environment']
    }
  }, [environment])

  return (
    <div class="gate">
      <p class="environment" data-testid="environment">
        <strong>{translate(`environment.${environment}`)}</strong> {viewer.partner.name} …{viewer.key.lastFour}
      </p>
      <header>
        <nav aria-label={translate('gate.views')}>
          <Link to="/gate" isCurrent={view === 'scan'}>
            {translate('gate.scan')}
          </Link>
          <Link to="/gate/today" isCurrent={view === 'today'}>
            {translate('gate.today')}
          </Link>
          <Link to="/gate/sell" isCurrent={view === 'sell'}>
            {translate('gate.sell')}
          </Link>
        </nav>
      </header>
      <LeaveGuard />
      <main>
        <h1 class="visually-hidden">{translate('gate.title')}</h1>
        {!isOnline && (
          <p role="status" class="notice warn">
            {translate('gate.offline')}
          </p>
        )}
        <QueuePanel onOpen={open} />
        {view === 'today' ? (
          <TodayPage today={today} cenoteId={cenoteId} onOpen={open} />
        ) : view === 'sell' ? (
          <SalePage cenoteId={cenoteId} onOpen={open} />
        ) : (
          <ScanPage target={target} today={today} cenoteId={cenoteId} onTarget={open} onNext={() => setTarget(null)} />
        )}
      </main>
      <footer>
        {cenotes.length > 1 && (
          <label>
            {translate('gate.cenote')}
            <select
              value={cenoteId}
              onChange={({ currentTarget }) => {
                localStorage.setItem(cenoteKey, currentTarget.value)
                setCenoteId(currentTarget.value)
              }}
            >
              <option value="">{translate('gate.anyCenote')}</option>
              {cenotes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <LanguageSwitch />
        <a href="/console">{translate('gate.console')}</a>
        <button type="button" onClick={() => leave(signOut)}>
          {translate('shell.signOut')}
        </button>
      </footer>
    </div>
  )
}
