import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { openApiChanges, type BreakingChange } from './openapi-changes.ts'

/** The committed contracts of one state of the repository, as texts. */
export interface Snapshots {
  readonly openapi: string
  readonly octo: string
  readonly supergraph: string
}

/** Lists the changes between two states that break clients, as the items of "### Breaking" in the changelog. */
export async function breakingChanges(before: Snapshots, after: Snapshots): Promise<string[]> {
  const found = [
    ...(await graphqlChanges(before.supergraph, after.supergraph)),
    ...openApiChanges(parsed(before.openapi), parsed(after.openapi)),
    ...openApiChanges(parsed(before.octo), parsed(after.octo)),
  ]
  const subjects = new Map<string, string[]>()
  for (const { subject, description } of found)
    subjects.set(description, [...(subjects.get(description) ?? []), `\`${subject}\``])
  return [...subjects].map(([description, names]) => `- ${names.join(', ')}: ${description}`)
}

const parsed = (text: string): object => JSON.parse(text) as object

/** Changes of the schema that clients see; what concerns subgraphs alone is left out. */
async function graphqlChanges(before: string, after: string): Promise<BreakingChange[]> {
  if (before === after) return []
  const changes = await diff(readSupergraph(before).apiSchema, readSupergraph(after).apiSchema)
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path, message }) => ({
      subject: path ?? 'schema',
      description: `${message.replaceAll(/'([^']+)'/g, '`$1`').replace(/\.$/, '')}.`,
    }))
}
