import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { InputField } from './input-field.ts'

/** What every field of a form needs, however deep it is. */
export interface FormContextValue {
  /** What the API says about fields, by dotted path. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  fieldsOf(type: string): readonly InputField[]
  label(field: InputField): string
  /** What a field means, in the language of the page. */
  describe(field: InputField): string
  valueLabel(type: string, value: string): string
  /** What can be chosen for a field that names something by its id; null for what is typed. */
  choicesFor(name: string): readonly { readonly value: string; readonly label: string }[] | null
}

const FormContext = createContext<FormContextValue | null>(null)
export const FormProvider = FormContext.Provider

export function useForm(): FormContextValue {
  const context = useContext(FormContext)
  if (!context) throw new Error('The form provider is missing')
  return context
}
