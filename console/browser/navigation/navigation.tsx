import type { ComponentChildren } from 'preact'
import { useSyncExternalStore } from 'preact/compat'

/** The path of the console. */
export const root = '/console'

const listeners = new Set<() => void>()
const addressNow = (): string => location.pathname.slice(root.length) + location.search
/** The address of what is shown. */
let shown = ''
function notify(): void {
  shown = addressNow()
  listeners.forEach((listener) => listener())
}

export function navigate(path: string): void {
  history.pushState(null, '', root + path)
  notify()
}

/** Replaces the address without a history entry. */
export function replaceAddress(path: string): void {
  history.replaceState(null, '', root + path)
  notify()
}

/**
 * Returns whether what is shown stays for now, because one of the forms (all on the page when absent) is half-filled;
 * calling `go` leaves it later.
 */
type Guard = (go: () => void, forms?: ReadonlySet<object>) => boolean
let guard: Guard = () => false

/** Asks a guard before the page is left. Returns how to stop that. */
export function guardLeaving(next: Guard): () => void {
  guard = next
  return () => {
    guard = () => false
  }
}

/** Leaves what is shown, or some of its forms, unless the guard holds it back. */
export function leave(go: () => void, forms?: ReadonlySet<object>): void {
  if (!guard(go, forms)) go()
}

/** The browser's buttons have changed the address already: it is set back while the guard asks. */
function onPopState(): void {
  const wanted = addressNow()
  if (guard(() => navigate(wanted))) history.pushState(null, '', root + shown)
  else notify()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    shown = addressNow()
    window.addEventListener('popstate', onPopState)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', onPopState)
  }
}

/** The path below /console in segments, and its query. */
export function useAddress(): { readonly segments: readonly string[]; readonly query: URLSearchParams } {
  const [path = '', query = ''] = useSyncExternalStore(subscribe, addressNow).split('?')
  return {
    segments: path
      .split('/')
      .filter((one) => one !== '')
      .map((one) => decodeURIComponent(one)),
    query: new URLSearchParams(query),
  }
}

interface LinkProperties {
  readonly to: string
  readonly isCurrent?: boolean
  /** Looks like a button; the one of a page that is used most is `primary`. */
  readonly look?: 'button' | 'primary'
  onFollow?(): void
  readonly children: ComponentChildren
}

/** A link within the console; with a modifier key the browser opens it in another tab, which needs its own sign-in. */
export function Link({ to, isCurrent = false, look, onFollow, children }: LinkProperties) {
  return (
    <a
      href={root + to}
      rel="noopener"
      class={look && (look === 'primary' ? 'button primary' : 'button')}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        leave(() => navigate(to))
        onFollow?.()
      }}
    >
      {children}
    </a>
  )
}
