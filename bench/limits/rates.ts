import { keylessSubject, limitsOf, plans, type Subject } from '../../gateway/rate-limit/pricing-tier.ts'
import { ProcessorTime } from '../../gateway/rate-limit/processor-time.ts'

const environments = ['sandbox', 'live'] as const
const hours = 2
/** Of a visitor's address, whatever the pricing tier. */
const publishableLimits = { hour: { limit: 1_000, seconds: 3_600 }, minute: { limit: 120, seconds: 60 } }

export interface Rate {
  readonly name: string
  readonly perHour: number
  readonly perMinute: number
  /** Requests that the processor time refuses, of those in two hours. */
  readonly refused: number
}

/** Sends requests as fast as each minute allows until each hour is used up, for so many milliseconds each. */
function refusedOf(subject: Subject, milliseconds: number): number {
  const clock = { now: 0 }
  const time = new ProcessorTime(1, () => clock.now)
  const { perHour, perMinute } = limitsOf(subject)
  let refused = 0
  for (let hour = 0; hour < hours; hour += 1)
    for (let sent = 0; sent < perHour; sent += 1) {
      clock.now = hour * 3_600_000 + Math.floor(sent / perMinute) * 60_000
      if (time.refusalOf(subject)) refused += 1
      else time.spend(subject, milliseconds)
    }
  return refused
}

/** Whether the documented rates leave time for a request, spent in one go at the begin of each minute. */
export function ratesOf(milliseconds: number): Rate[] {
  const keyless = keylessSubject('192.0.2.1')
  const subjects: [string, Subject][] = [
    ['without a key', keyless],
    ['publishable key', { ...keyless, ownLimits: publishableLimits }],
    ...environments.flatMap((environment) =>
      plans
        .filter((plan) => plan !== 'enterprise')
        .map((plan): [string, Subject] => [
          `${environment} ${plan}`,
          { ...keyless, environment, plan, keyless: false },
        ]),
    ),
  ]
  return subjects.map(([name, subject]) => {
    const { perHour, perMinute } = limitsOf(subject)
    return { name, perHour, perMinute, refused: refusedOf(subject, milliseconds) }
  })
}
