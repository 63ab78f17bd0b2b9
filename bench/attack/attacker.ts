// Runs attacks in a separate process, so that sending does not disturb the measurement.
import type { Outcome, Target } from './attack.ts'
import { attacks } from './attacks.ts'

export interface AttackRequest {
  readonly name: string
  readonly target: Target
}

process.on('message', ({ name, target }: AttackRequest) => {
  const attack = attacks.find((one) => one.name === name)
  const report = (outcome: Outcome): void => void process.send?.(outcome)
  attack
    ?.run(target)
    .then(report)
    .catch((error: unknown) => report({ responses: 'none', breach: String(error) }))
})
process.on('disconnect', () => process.exit(0))
