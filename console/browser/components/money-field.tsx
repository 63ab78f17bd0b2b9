import { useState } from 'preact/hooks'
import { TextField } from './fields.tsx'
import { useFormats } from '../text/format.ts'
import { amountOf, centsOf } from './cents.ts'

interface MoneyFieldProperties {
  readonly label: string
  /** In cents; the text as typed while it is no amount. */
  readonly value: unknown
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  onChange(value: number | string | null): void
}

/** An amount in units of the currency, which is stored in cents; the typed amount is repeated with its sign. */
export function MoneyField({ value, hint, onChange, ...rest }: MoneyFieldProperties) {
  const formats = useFormats()
  const [text, setText] = useState(() => (typeof value === 'number' ? amountOf(value) : ''))
  return (
    <TextField
      {...rest}
      hint={
        [typeof value === 'number' ? formats.money(value, 'MXN') : '', hint].filter(Boolean).join(' · ') || undefined
      }
      inputMode="decimal"
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(typed.trim() === '' ? null : (centsOf(typed) ?? `${typed}?`))
      }}
    />
  )
}
