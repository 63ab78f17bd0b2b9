import type { PoolClient } from '../../platform/postgres/database.ts'

/** The work of a change on an item as it is stored. */
type Work<Stored, Outcome> = (client: PoolClient, stored: Stored) => Promise<Outcome>

/** Does the work of a change to the item of an id; a dry run ends with its transaction rolled back. */
export async function changeUnlessDryRun<Stored, Outcome>(
  { id, dryRun }: { readonly id: string; readonly dryRun: boolean },
  change: (work: Work<Stored, Outcome>) => Promise<string>,
  work: Work<Stored, Outcome>,
): Promise<string> {
  try {
    return await change(async (client, stored) => {
      const outcome = await work(client, stored)
      if (dryRun) throw new OnlyValidated()
      return outcome
    })
  } catch (error) {
    if (error instanceof OnlyValidated) return id
    throw error
  }
}

/** Rolls back what was only to be validated. */
class OnlyValidated extends Error {}
