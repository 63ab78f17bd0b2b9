import {
  cutPage,
  edgesOf,
  endsOf,
  positionOf,
  readPageArguments,
  type Edge,
  type PageArguments,
} from '../../platform/graphql/connection.ts'
import { searchedText } from '../../platform/values/text.ts'
import { isUuid } from '../../platform/values/uuid.ts'
import { apiError } from '../../schema/errors.ts'
import { refusePage } from '../../schema/page-errors.ts'
import { manageableKey, managesAll, type KeyManager } from '../auth/manage-keys.ts'
import type { StoredKey, StoredPartner } from '../database/repository.ts'
import type { StoredRequest } from '../request-log/repository.ts'
import type { Context } from './context.ts'

interface ListedPage<Item> {
  readonly edges: Edge<Item>[]
  readonly nodes: Item[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/** A page of a list whose items have a position; its cursors belong to a scope. */
async function page<Item, Position extends readonly string[]>(
  args: PageArguments,
  scope: readonly unknown[],
  { cursors }: Pick<Context, 'cursors'>,
  read: (take: number, after: Position | null) => Promise<Item[]>,
  positionIn: (item: Item) => Position,
): Promise<ListedPage<Item>> {
  const { first, after } = readPageArguments(args, refusePage)
  const position = positionOf<Position>(after, { cursors, scope, refuse: refusePage })
  const { rows, hasNextPage } = cutPage(await read(first + 1, position), first)
  const cursorOf = (item: Item): string => cursors.encode(scope, positionIn(item))
  const ends = endsOf(rows, cursorOf)
  return {
    edges: edgesOf({ rows, cursorOf }),
    nodes: [...rows],
    pageInfo: { hasNextPage, hasPreviousPage: position !== null, ...ends },
  }
}

interface KeyArguments extends PageArguments {
  readonly filter?: { readonly partnerId?: string | null; readonly isActive?: boolean | null } | null | undefined
}

export async function keyPage(
  { filter, ...args }: KeyArguments,
  manager: KeyManager,
  context: Context,
): Promise<ListedPage<StoredKey>> {
  const { environment, key } = manager.caller
  const partnerId = managesAll(manager) ? (filter?.partnerId ?? undefined) : key.partnerId
  const isOfAnother = filter?.partnerId != null && (filter.partnerId !== partnerId || !isUuid(filter.partnerId))
  const isActive = filter?.isActive ?? undefined
  return page<StoredKey & { position: string }, readonly [string, string]>(
    args,
    ['keys', environment, partnerId ?? null, isActive ?? null],
    context,
    async (take, after) =>
      isOfAnother ? [] : context.repository.pageOfKeys(environment, { partnerId, isActive }, take, after),
    ({ position, id }) => [position, id],
  )
}

interface PartnerArguments extends PageArguments {
  readonly search?: string | null | undefined
}

export function partnerPage(
  { search, ...args }: PartnerArguments,
  { caller: { environment } }: KeyManager,
  context: Context,
): Promise<ListedPage<StoredPartner>> {
  const text = searchedText(search)
  return page<StoredPartner, readonly [string, string]>(
    args,
    ['partners', environment, text ?? null],
    context,
    (take, after) => context.repository.pageOfPartners(environment, text, take, after),
    ({ name, id }) => [name, id],
  )
}

interface RequestArguments extends PageArguments {
  readonly filter?:
    | {
        readonly keyId?: string | null
        readonly hasFailed?: boolean | null
        readonly requestId?: string | null
        readonly includeConsole?: boolean | null
      }
    | null
    | undefined
}

export async function requestPage(
  { filter, ...args }: RequestArguments,
  manager: KeyManager,
  context: Context,
): Promise<ListedPage<StoredRequest>> {
  const { environment, key } = manager.caller
  const keyId = filter?.keyId ?? key.id
  if (keyId !== key.id) {
    if (!['keys:manage', 'platform:manage'].some((scope) => manager.identity.scopes.includes(scope)))
      throw apiError('API_KEY_NOT_FOUND', { keyId })
    await manageableKey(keyId, manager)
  }
  const requestId = filter?.requestId ?? undefined
  const includeConsole = filter?.includeConsole ?? requestId !== undefined
  const wanted = { keyId, hasFailed: filter?.hasFailed ?? false, requestId, includeConsole }
  return page<StoredRequest, readonly [string]>(
    args,
    ['requests', environment, wanted],
    context,
    (take, after) => context.requestLog.list(environment, wanted, take, after?.[0] ?? null),
    ({ sequence }) => [sequence],
  )
}
