import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { leave, Link } from '../navigation/navigation.tsx'
import type { ConsolePage } from '../pages/pages.tsx'
import { useText } from '../text/language.tsx'
import { LanguageSwitch } from './language-switch.tsx'

interface MenuProperties {
  readonly pages: readonly ConsolePage[]
  readonly page: ConsolePage | undefined
  signOut(): void
}

/** The links to the pages, the language and the end of the session: a row on a desk, behind a button on a phone. */
export function Menu({ pages, page, signOut }: MenuProperties) {
  const translate = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => setOpen(false), [page])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event): void => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !button.current?.contains(target)) setOpen(false)
    }
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [isOpen])
  return (
    <>
      <button
        ref={button}
        type="button"
        class="menu-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {translate('shell.menu')}
      </button>
      <div ref={panel} id={id} class={isOpen ? 'menu open' : 'menu'}>
        <nav aria-label={translate('shell.pages')}>
          {pages.map((one) => (
            <Link key={one.path} to={`/${one.path}`} isCurrent={one === page} onFollow={() => setOpen(false)}>
              {translate(one.title)}
            </Link>
          ))}
        </nav>
        <LanguageSwitch />
        <button type="button" onClick={() => leave(signOut)}>
          {translate('shell.signOut')}
        </button>
      </div>
    </>
  )
}
