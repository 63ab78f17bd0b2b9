import { visibleText } from '../../../platform/values/text.ts'
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Form, FormText } from '../../../platform/values/form-fields.ts'
import { apiError } from '../../../schema/errors.ts'
import { compileForm } from '../../shared/form.ts'
import type { SubmitReviewInput } from '../generated/resolvers.ts'
import type { ReviewContext } from './context.ts'
import { readInvitation } from './invitation.ts'
import { insertReview, type ReviewRow } from './repository.ts'

const reviewForm = compileForm(
  Form({
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    title: Type.Optional(FormText(120, 'Headline.')),
    content: FormText(4_000, 'Text.'),
  }),
)

/**
 * Writes the review of a visit. Readers see it at once. Errors: NOT_FOUND, REVIEW_ALREADY_WRITTEN, ERROR_VALIDACION.
 */
export async function submitReview(
  { token, rating, title, content }: SubmitReviewInput,
  context: ReviewContext,
): Promise<ReviewRow> {
  const { database, ...invitation } = readInvitation(token, context)
  const form = reviewForm.read({
    rating,
    title: visibleText(title),
    content: visibleText(content) ?? '',
  })
  const written = await insertReview(database.pool, { id: randomUUID(), title: '', ...form, ...invitation })
  if (!written) throw apiError('REVIEW_ALREADY_WRITTEN')
  return written
}
