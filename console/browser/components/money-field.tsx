import { useState } from 'preact/hooks'
import { TextField } from './fields.tsx'
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

/** An amount in whole units with decimals, which is stored in cents. */
export function MoneyField({ value, onChange, ...rest }: MoneyFieldProperties) {
  const [text, setText] = useState(() => (typeof value === 'number' ? amountOf(value) : ''))
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      value={text}
      onChange={(typed) => {
        setText(typed)
        onChange(typed.trim() === '' ? null : (centsOf(typed) ?? `${typed}?`))
      }}
    />
  )
}
