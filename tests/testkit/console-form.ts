import type { Locator } from 'playwright-core'
import type { InputField } from '../../console/browser/editing/input-field.ts'
import { fieldLabel, fieldsOf, valueLabel } from '../../console/browser/pages/operator/editing/labels.ts'
import type { Language } from '../../console/browser/text/text.ts'
import type { Json } from './product.ts'

/** The label of a field as it is written in a form; required ones have a star. */
const labelled = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\*)?$`)

/** Fills a form of the console as a person does who has an input of the API before them; cents are typed as pesos. */
export async function fillForm(form: Locator, type: string, value: Json, language: Language): Promise<void> {
  for (const [name, given] of Object.entries(value)) {
    const field = fieldsOf(type).find((one) => one.name === name)
    if (!field) throw new Error(`${type} has no field ${name}`)
    const label = labelled(fieldLabel(language, field))
    if (field.kind !== 'object') await fillField(form, field, label, given, language)
    else {
      const group = form
        .locator(':scope > details.group')
        .filter({ has: form.page().locator('summary', { hasText: label }) })
      await fillForm(group.first().locator(':scope > .form-grid'), field.type, given, language)
    }
  }
}

async function fillField(
  form: Locator,
  field: InputField,
  label: RegExp,
  given: unknown,
  language: Language,
): Promise<void> {
  if (field.isList && (field.oneOf || field.kind === 'enum')) {
    for (const one of given as string[])
      await form.getByRole('checkbox', { name: valueLabel(language, field.type, one), exact: true }).check()
    return
  }
  const control = form.getByLabel(label)
  if ((await control.evaluate(({ nodeName }: { nodeName: string }) => nodeName)) === 'SELECT')
    await control.selectOption(String(given))
  else if (field.isList) await control.fill((given as string[]).join('\n'))
  else await control.fill(field.name.endsWith('Cents') ? (Number(given) / 100).toFixed(2) : String(given))
}
