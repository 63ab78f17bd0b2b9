import type { Chance } from '../../../bench/chance.ts'
import { operatorKeys } from '../../testkit/operator.ts'
import type { Json } from '../../testkit/product.ts'
import type { Installation } from '../booking-model/installation.ts'

/** Writes by name; each returns false when there was nothing for it to change. */
export type Writes = Readonly<Record<string, () => Promise<boolean>>>

/** Refusals of valid requests: by what others have changed meanwhile, or by the reservations that stand. */
const rightRefusals = [
  'EDIT_CONFLICT',
  'EXISTING_RESERVATIONS',
  'RESERVATIONS_AFFECTED',
  'AVAILABILITY_CHECK_FAILED',
  'CAPACITY_BELOW_BOOKED',
  'INSUFFICIENT_CAPACITY',
]

/** The operator's staff, at any of the processes. */
export class Staff {
  readonly findings: string[] = []
  /** Instants at which something changes without a request. */
  changesUntil = 0

  constructor(
    readonly installation: Installation,
    readonly chance: Chance,
  ) {}

  /** The data of an operation; undefined without a response, or when it is rightly refused. */
  async ask(query: string, variables: object = {}): Promise<Json> {
    const response = await this.installation.send(
      this.chance,
      'POST',
      '/graphql',
      { query, variables },
      operatorKeys.sandbox,
    )
    if (!response) return undefined
    const { data, errors } = response.body
    if (!errors) return data
    const codes: string[] = errors.map(({ extensions }: Json) => extensions?.code)
    if (!codes.some((code) => [...rightRefusals, 'SERVICE_UNAVAILABLE'].includes(code)))
      this.findings.push(`${JSON.stringify(errors)} for ${query} ${JSON.stringify(variables)}`)
    return undefined
  }

  /** Runs a mutation that has an input of its own name; what it returns. */
  async change(mutation: string, input: object, selection = ''): Promise<Json> {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`
    const data = await this.ask(`mutation ($input: ${type}!) { result: ${mutation}(input: $input) ${selection} }`, {
      input,
    })
    return data?.result
  }

  /** A number that shows a difference. */
  number(min: number, max: number): number {
    return min + this.chance.below(max - min + 1)
  }

  texts(what: string): { en: string; es: string } {
    const text = `${what} ${this.number(1, 1_000_000)}`
    return { en: text, es: `${text} (es)` }
  }
}
