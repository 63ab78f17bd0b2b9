import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'
import { describedBy, labelText, Notes, type Option } from './fields.tsx'
import { useSettled } from './use-settled.ts'

export interface ChoiceFieldProperties {
  readonly label: string
  /** The id that is chosen; empty for none. */
  readonly value: string
  /** The name of what is chosen; null until it is known. */
  readonly name: string | null
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  /** The options for a typed text; null when they cannot be read. */
  search(text: string): Promise<readonly Option<string>[] | null>
  onChange(option: Option<string> | null): void
}

/** A list that is searched by typing; it is read again whenever it opens. */
export function ChoiceField({ label, value, name, hint, error, required, search, onChange }: ChoiceFieldProperties) {
  const translate = useText()
  const id = useId()
  // Null while nothing is typed: the field shows the name of what is chosen.
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [options, setOptions] = useState<readonly Option<string>[] | 'loading' | 'failed'>('loading')
  const [active, setActive] = useState(0)
  const searched = useSettled(typed?.trim() ?? '')
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    if (!isOpen) return undefined
    let isLatest = true
    setOptions('loading')
    void latest.current(searched).then((read) => {
      if (!isLatest) return
      setOptions(read ?? 'failed')
      setActive(0)
    })
    return () => {
      isLatest = false
    }
  }, [isOpen, searched])
  const shownName = value === '' ? '' : (name ?? '…')
  const input = useRef<HTMLInputElement>(null)
  // A name that arrives after the field has the focus is selected as well: typing replaces it.
  useLayoutEffect(() => {
    if (typed === null && document.activeElement === input.current) input.current?.select()
  }, [shownName, typed === null])
  // What was found for an earlier text is not offered for this one.
  const found = searched === (typed?.trim() ?? '') ? options : 'loading'
  const list = typeof found === 'string' ? [] : found
  const shown = list[active]

  function close(): void {
    setOpen(false)
    setTyped(null)
  }
  function choose(option: Option<string>): void {
    onChange(option)
    close()
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (list.length > 0) setActive((active + step + list.length) % list.length)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (shown) choose(shown)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div class="field">
      <label for={id}>{labelText(label, required)}</label>
      <div class="choice-box">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown ? `${id}-${active}` : undefined}
          aria-describedby={describedBy(id, hint, error)}
          aria-invalid={error !== undefined}
          aria-required={required}
          autocomplete="off"
          placeholder={translate('choice.search')}
          value={typed ?? shownName}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={() => setOpen(true)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setOpen(true)
            if (currentTarget.value === '') onChange(null)
          }}
          onKeyDown={onKey}
          onBlur={close}
        />
        {isOpen && (
          // Not the field's blur: the option is chosen first.
          <ul id={`${id}-list`} role="listbox" aria-label={label} onMouseDown={(event) => event.preventDefault()}>
            {list.map((option, index) => (
              <li
                key={option.value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                onClick={() => choose(option)}
              >
                <bdi>{option.label}</bdi>
              </li>
            ))}
            {list.length === 0 && (
              <li role="option" aria-disabled="true" aria-selected={false} class="hint">
                {translate(
                  found === 'loading' ? 'common.loading' : found === 'failed' ? 'choice.failed' : 'list.empty',
                )}
              </li>
            )}
          </ul>
        )}
      </div>
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}
