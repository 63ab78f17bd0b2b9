import type { Chance } from '../../../bench/chance.ts'
import {
  restCreation,
  restOperations,
  type Creation,
  type ModelReservation,
  type ModelWorld,
  type Step,
} from './model.ts'
import { octoCreation, octoOperations } from './octo.ts'

/** Requests of the partner, over REST or over OCTO. */

const operations = { ...restOperations, ...octoOperations } as const
export type OperationName = keyof typeof operations
export const operationNames = Object.keys(operations) as readonly OperationName[]
const weighted = operationNames.flatMap((name) => Array.from({ length: operations[name][1] }, () => name))

export function randomStep(before: ModelReservation, world: ModelWorld, chance: Chance): Step {
  const name = chance.pick(weighted)
  return { name, isOcto: name in octoOperations, ...operations[name][0](before, world, chance) }
}

export const randomCreation = (world: ModelWorld, chance: Chance): Creation =>
  chance.often(0.3) ? octoCreation(world, chance) : restCreation(world, chance)
