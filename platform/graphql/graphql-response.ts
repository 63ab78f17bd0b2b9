/** Whether a parsed body is what a GraphQL server answers: data, errors or both. */
export function isGraphQLAnswer(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { data, errors } = body as { data?: unknown; errors?: unknown }
  const hasErrors = Array.isArray(errors) && errors.length > 0
  return hasErrors || (typeof data === 'object' && 'data' in body && errors === undefined)
}
