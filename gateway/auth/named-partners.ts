import {
  getArgumentValues,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import type { Variables } from '../../platform/graphql/selection/conditions.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { isUuid } from '../../platform/values/uuid.ts'
import type { AccessRepository } from '../database/repository.ts'

type PartnerReader = Pick<AccessRepository, 'listPartners'>

/** The fields by which an operator acts for a partner, and where their arguments name it. */
const acts: Readonly<Record<string, (input: NamingInput) => readonly unknown[]>> = {
  'Mutation.createReservation': ({ partnerId }) => [partnerId],
  'Mutation.createReservations': ({ reservations = [] }) => reservations.map(({ partnerId }) => partnerId),
  'Mutation.updatePartnerSettings': ({ partnerId }) => [partnerId],
  'Query.reservationPreview': ({ reservations = [] }) => reservations.map(({ partnerId }) => partnerId),
}

interface NamingInput {
  readonly partnerId?: unknown
  readonly reservations?: readonly { readonly partnerId?: unknown }[]
}

/**
 * Adds to the identity of an operator the partners that an operation names: only the gateway knows them, and the subgraph
 * that sells for them trusts the identity.
 */
export class NamedPartners {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly partners: PartnerReader,
  ) {}

  async addTo(
    identity: Identity,
    document: DocumentNode,
    operationName: string | undefined,
    variables: Variables,
  ): Promise<void> {
    if (!identity.scopes.includes('platform:manage')) return
    const known = new Set(identity.partners?.map(({ id }) => id))
    const ids = this.#namedIn(document, operationName, variables).filter((id) => !known.has(id))
    if (ids.length === 0) return
    const found = await this.partners.listPartners(identity.environment, ids)
    identity.partners = [...(identity.partners ?? []), ...found.map(({ id, name }) => ({ id, name }))]
  }

  #namedIn(document: DocumentNode, operationName: string | undefined, variables: Variables): string[] {
    const parts = separateOperations(document)
    const operation = operationName === undefined ? Object.values(parts)[0] : parts[operationName]
    if (!operation) return []
    const named = new Set<string>()
    const typeInfo = new TypeInfo(this.schema)
    visit(
      operation,
      visitWithTypeInfo(typeInfo, {
        Field: (node) => {
          const field = typeInfo.getFieldDef()
          const read = field && acts[`${typeInfo.getParentType()?.name}.${field.name}`]
          if (!field || !read) return
          const { input } = argumentsOf(() => getArgumentValues(field, node, variables)) as { input?: NamingInput }
          for (const id of input ? read(input) : [])
            if (typeof id === 'string' && isUuid(id)) named.add(id.toLowerCase())
        },
      }),
    )
    return [...named]
  }
}

/** None when they do not fit their types, for then the operation is refused. */
function argumentsOf(read: () => object): object {
  try {
    return read()
  } catch {
    return {}
  }
}
