import { asForm } from '../../../editing/input-field.ts'
import type { Language } from '../../../text/text.ts'
import type { EditedItem } from './resources.ts'

/** The name of an item, in a language where it has names. */
export function itemName({ id, stored }: Pick<EditedItem, 'id' | 'stored'>, language: Language): string {
  const form = asForm(stored)
  const name = asForm(form['name'] ?? form['displayNames'])[language]
  return typeof name === 'string' ? name : itemCode({ id, stored })
}

/** The name in files and for operators; the id where there is none. */
export function itemCode({ id, stored }: Pick<EditedItem, 'id' | 'stored'>): string {
  const form = asForm(stored)
  const code = form['slug'] ?? form['code']
  return typeof code === 'string' ? code : id
}
