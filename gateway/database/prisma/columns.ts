import type * as identity from '../../../platform/trust/identity.ts'
import type * as repository from '../repository.ts'

/** Types of columns that PostgreSQL has as text or JSON; comments of schema.prisma name them. */
declare global {
  namespace AccessColumns {
    type Plan = identity.Plan
    type OwnLimits = repository.OwnLimits
  }
}
