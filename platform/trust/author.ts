import type { Identity } from './identity.ts'

/** Who made a change: the kind of caller, and the key with its name at that time. */
export interface Author {
  readonly type: 'partner' | 'operator' | 'guest' | 'system'
  readonly keyId: string | null
  readonly keyLabel: string | null
}

/** The product itself, in a job or by a command on the server. */
export const systemAuthor: Author = { type: 'system', keyId: null, keyLabel: null }

/** The author of what a caller changes. Without a key it is the guest, on a page of its own. */
export function authorOf({ key, scopes }: Pick<Identity, 'key' | 'scopes'>): Author {
  if (!key) return { type: 'guest', keyId: null, keyLabel: null }
  const isOfStaff = scopes.includes('platform:manage') || scopes.includes('gate:operate')
  return { type: isOfStaff ? 'operator' : 'partner', keyId: key.id, keyLabel: key.label ?? null }
}

/** An author as a reader sees it: partners see of the operator only that it was the operator. */
export const shownAuthor = (author: Author, isOperator: boolean): Author =>
  author.type === 'operator' && !isOperator ? { ...author, keyId: null, keyLabel: null } : author

/** An author as a caller of GraphQL sees it. */
export const shownBy = (author: Author, { identity }: { readonly identity: Pick<Identity, 'scopes'> }): Author =>
  shownAuthor(author, identity.scopes.includes('platform:manage'))

/** When a change is made, and by whom. */
export interface Moment {
  readonly at: Date
  readonly by: Author
}
