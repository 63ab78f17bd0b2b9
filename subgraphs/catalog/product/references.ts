import type { Statements } from '../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import { validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import type { CompiledForm } from '../../shared/form.ts'
import { identifiedPoints, type StoredPoint } from '../meeting-point/index.ts'
import { settledText } from '../text.ts'
import { readProductNames, type ProductForm, type ProductTables } from './store/forms.ts'

/** A kind of product: how its forms are read, settled and stored. */
export interface ProductKind<Given extends ProductForm, Form extends Given> extends ProductTables<Form> {
  readonly form: CompiledForm<Given>
  /** Fills in the defaults of the members that only this kind has, and checks what they refer to. */
  settle(client: Statements, products: readonly ToSettle<Given>[]): Promise<readonly Settled<Form>[]>
}

/** A form to be settled, with what its product has at present: its form, and its meeting points with their ids. */
export interface ToSettle<Form> {
  readonly id: string
  readonly form: Form
  readonly before?: Form | undefined
  readonly present?: readonly StoredPoint[] | undefined
}

/** A form as it will be stored, and what is wrong with it by dotted name. */
export interface Settled<Form> {
  readonly form: Form
  readonly errors: FieldErrors
}

/** The form of one product as it will be stored. Error: ERROR_VALIDACION as `settledForms` finds it. */
export async function settledForm<Given extends ProductForm, Form extends Given>(
  client: Statements,
  kind: ProductKind<Given, Form>,
  product: ToSettle<Given>,
): Promise<Form> {
  const [settled] = await settledForms(client, kind, [product])
  if (!settled || Object.keys(settled.errors).length > 0) throw validationError(settled?.errors ?? {})
  return settled.form
}

/**
 * Forms of products as they will be stored: defaults filled in, meeting points identified among the present ones. An
 * error for a slug that is taken and for what does not exist; with `mayNamePoints` a new meeting point may have an id.
 */
export async function settledForms<Given extends ProductForm, Form extends Given>(
  client: Statements,
  kind: ProductKind<Given, Form>,
  products: readonly ToSettle<Given>[],
  { mayNamePoints = false } = {},
): Promise<Settled<Form>[]> {
  const settled = await kind.settle(client, products)
  const named = await readProductNames(client, kind.type, { slugs: products.map(({ form }) => form.slug) })
  const idOf = new Map(named.map(({ slug, id }) => [slug, id]))
  const identified = await identifiedPoints(
    client,
    products.map(({ id, form, present = [] }) => ({ id, points: form.meetingPoints ?? [], present })),
    { mayName: mayNamePoints },
  )
  return settled.map(({ form, errors: kindErrors }, index) => {
    const id = products[index]?.id
    const points = identified[index] ?? []
    const errors: FieldErrors = {}
    if ((idOf.get(form.slug) ?? id) !== id) errors.slug = [{ code: 'TAKEN' }]
    Object.assign(errors, kindErrors)
    points.forEach((point, position) => {
      if (!point) errors[`meetingPoints.${position}.id`] = [{ code: mayNamePoints ? 'TAKEN' : 'UNKNOWN' }]
    })
    return {
      form: {
        ...form,
        name: settledTexts(form.name),
        description: settledTexts(form.description),
        pricing: { ...form.pricing, currency: form.pricing.currency ?? 'MXN' },
        bookingCutoffMinutes: form.bookingCutoffMinutes ?? 0,
        images: (form.images ?? []).map((image, position) => ({
          ...image,
          id: image.id ?? `${form.slug}-${position + 1}`,
        })),
        meetingPoints: points.flatMap((point) =>
          point ? [{ ...point, priceCents: point.priceCents ?? 0, isActive: point.isActive ?? true }] : [],
        ),
      },
      errors,
    }
  })
}

const settledTexts = ({ en, es }: LocalizedText): LocalizedText => ({ en: settledText(en), es: settledText(es) })
