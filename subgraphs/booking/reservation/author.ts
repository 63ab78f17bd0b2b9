import { isOperator } from '../caller.ts'
import type { Context } from '../context.ts'
import type { ChangeAuthor } from '../generated/resolvers.ts'
import { shownAuthor, type Author } from './rules/author.ts'

/** The author of a change for the caller of a request. */
export function shownBy(author: Author | null, context: Pick<Context, 'identity'>): ChangeAuthor | null {
  const shown = shownAuthor(author, isOperator(context))
  return shown && { ...shown, type: shown.type.toUpperCase() as Uppercase<Author['type']> }
}
