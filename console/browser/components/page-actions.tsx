import { createContext, type ComponentChildren } from 'preact'
import { createPortal } from 'preact/compat'
import { useContext, useState } from 'preact/hooks'

interface Slot {
  readonly place: HTMLElement | null
  setPlace(place: HTMLElement | null): void
}

const SlotContext = createContext<Slot>({ place: null, setPlace: () => undefined })

/** Knows the place after the title of the page, where the page puts its actions. */
export function PageActionsProvider({ children }: { children: ComponentChildren }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return <SlotContext.Provider value={{ place, setPlace }}>{children}</SlotContext.Provider>
}

export function PageActionsSlot() {
  const { setPlace } = useContext(SlotContext)
  return <div class="page-actions" ref={setPlace} />
}

/** The actions of a page, after its title. */
export function PageActions({ children }: { children: ComponentChildren }) {
  const { place } = useContext(SlotContext)
  return place && createPortal(<>{children}</>, place)
}
