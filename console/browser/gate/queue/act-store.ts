import type { Act } from './act.ts'

const prefix = 'gate.act.'

/** Acts that survive a reload and the end of the browser, each under a key of its own: tabs overwrite nothing. */
export interface ActStore {
  /** Oldest first. */
  all(): readonly Act[]
  put(act: Act): void
  remove(id: string): void
}

export const openActStore = (storage: Storage): ActStore => ({
  all: () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => actIn(storage.getItem(key)))
      .sort((a, b) => a.at - b.at || a.id.localeCompare(b.id)),
  put: (act) => storage.setItem(prefix + act.id, JSON.stringify(act)),
  remove: (id) => storage.removeItem(prefix + id),
})

function actIn(text: string | null): Act[] {
  try {
    const act = JSON.parse(text ?? 'null') as Act | null
    return typeof act?.id === 'string' && typeof act.deed?.kind === 'string' ? [act] : []
  } catch {
    return []
  }
}
