import { useEffect, useRef, useState } from 'preact/hooks'
import { leave } from '../../navigation/navigation.tsx'
import { between, dateByKey, includes, laterOf, type Days } from './range.ts'

/** The handlers by which a day is chosen, by pointer and keyboard. */
export interface DayHandlers {
  onPointerDown(event: PointerEvent): void
  onPointerEnter(event: PointerEvent): void
  onKeyDown(event: KeyboardEvent): void
  onClick(event: MouseEvent): void
}

export interface Selection {
  readonly days: Days
  /** The day that Tab leads to. */
  readonly current: string
  handlersOf(date: string): DayHandlers
  /** For the element of a day, so that arrow keys can move the focus. */
  refOf(date: string): (element: HTMLElement | null) => void
  choose(days: Days): void
}

/**
 * Days that are chosen: one by a click, Enter or an arrow key; several by dragging over them, or with Shift and a click or
 * an arrow key. `bounds` are the days that can be chosen. `today` is chosen first, and instead of days that are over.
 */
export function useSelection(today: string, bounds: Days): Selection {
  // Null until a day is chosen: until then the selection follows the current day of the product.
  const [chosenDays, setDays] = useState<Days | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const anchor = useRef<string | null>(null)
  const days = { from: laterOf(chosenDays?.from ?? today, today), to: laterOf(chosenDays?.to ?? today, today) }
  const isDragging = useRef(false)
  const elements = useRef(new Map<string, HTMLElement>())
  useEffect(() => {
    const end = (): void => {
      isDragging.current = false
    }
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [])

  function reach(date: string, isExtended: boolean): void {
    const from = isExtended ? laterOf(anchor.current ?? today, today) : date
    choose(between(from, date), from, date)
  }

  /** Asks first when that would empty a half-filled form of the days before. */
  function choose(chosen: Days, from: string, date: string): void {
    const go = (): void => {
      anchor.current = from
      setDays(chosen)
      setCurrent(date)
    }
    if (chosen.from === days.from && chosen.to === days.to) go()
    else leave(go)
  }

  return {
    days,
    current: current ?? today,
    choose: (chosen) => choose(chosen, chosen.from, chosen.from),
    refOf: (date) => (element) => {
      if (element) elements.current.set(date, element)
      else elements.current.delete(date)
    },
    handlersOf: (date) => ({
      onPointerDown(event) {
        // A finger scrolls the page; it chooses by a tap, and a range by its fields.
        if (event.button !== 0 || event.pointerType === 'touch') return
        isDragging.current = true
        reach(date, event.shiftKey)
      },
      onPointerEnter(event) {
        // The button may have been let go outside the window. Days out of bounds are passed over.
        if (event.buttons === 0) isDragging.current = false
        if (isDragging.current && includes(bounds, date)) reach(date, true)
      },
      onKeyDown(event) {
        const next = dateByKey(event.key, date, bounds)
        if (next === undefined) return
        event.preventDefault()
        reach(next, event.shiftKey)
        elements.current.get(next)?.focus()
      },
      onClick(event) {
        // Also Enter, Space and a tap.
        reach(date, event.shiftKey)
      },
    }),
  }
}
