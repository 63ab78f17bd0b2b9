import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'

/** Where a page says which part of it is shown; the shell puts it before its title. */
export const PartTitleContext = createContext<(part: string | undefined) => void>(() => undefined)

/** Names the part of the page that is shown in the title of the tab. */
export function usePartTitle(part: string | undefined): void {
  const setPart = useContext(PartTitleContext)
  useEffect(() => {
    setPart(part)
    return () => setPart(undefined)
  }, [part, setPart])
}
