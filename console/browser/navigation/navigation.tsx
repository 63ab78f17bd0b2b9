import type { ComponentChildren } from 'preact'
import { useSyncExternalStore } from 'preact/compat'

/** The path of the console. */
export const root = '/console'

const listeners = new Set<() => void>()
const notify = (): void => listeners.forEach((listener) => listener())

export function navigate(path: string): void {
  history.pushState(null, '', root + path)
  notify()
}

/** Replaces the address without a history entry. */
export function replaceAddress(path: string): void {
  history.replaceState(null, '', root + path)
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const addressNow = (): string => location.pathname.slice(root.length) + location.search

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
        navigate(to)
        onFollow?.()
      }}
    >
      {children}
    </a>
  )
}
