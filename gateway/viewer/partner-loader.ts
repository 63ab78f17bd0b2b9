import type DataLoader from 'dataloader'
import { OperationLoader } from '../../platform/graphql/operation-loader.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import type { AccessRepository, StoredPartner } from '../database/repository.ts'

/** Partners that other subgraphs refer to, those of one request read together. */
export const partnerLoader = (
  repository: Pick<AccessRepository, 'listPartners'>,
  environment: Environment,
): DataLoader<string, StoredPartner | null> =>
  new OperationLoader(async (ids) => {
    const found = new Map((await repository.listPartners(environment, ids)).map((partner) => [partner.id, partner]))
    return ids.map((id) => found.get(id) ?? null)
  })
