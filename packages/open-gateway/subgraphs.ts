import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { OperatorErrors } from '../../platform/process/operator-error.ts'
import type { Executors } from '../../gateway/graph.ts'
import type { Supergraph } from '../../gateway/supergraph/supergraph.ts'

interface Connected {
  readonly url: string
  readonly executor: GraphQLExecutor
}

export interface SubgraphsOptions {
  /** Addresses by the name of the subgraph, instead of those in the supergraph. */
  readonly addresses: ReadonlyMap<string, string>
  readonly connect: (url: string, name: string) => GraphQLExecutor
}

/** Executors of the subgraphs that a supergraph names. One whose address stays the same stays connected. */
export class Subgraphs {
  readonly #options: SubgraphsOptions
  readonly #connected = new Map<string, Connected>()

  constructor(options: SubgraphsOptions) {
    this.#options = options
  }

  /** Throws when the address of a subgraph is missing or cannot be used. */
  of({ subgraphs }: Pick<Supergraph, 'subgraphs'>): Executors {
    const addressed = subgraphs.map(({ name, url }) => ({ name, url: this.#options.addresses.get(name) ?? url }))
    const problems = addressed
      .filter(({ url }) => !isHttpAddress(url))
      .map(
        ({ name, url }) =>
          `${name} has ${url === '' ? 'no address' : `the address ${url}`}: give one by --subgraph ${name}=URL`,
      )
    if (problems.length > 0) throw new OperatorErrors(problems, 'Subgraphs cannot be reached:')
    return Object.fromEntries(addressed.map(({ name, url }) => [name, this.#connect(name, url)]))
  }

  /** Disconnects those that a supergraph does not have. */
  async disconnectOthers({ subgraphs }: Pick<Supergraph, 'subgraphs'>): Promise<void> {
    const used = new Set(Object.values(this.of({ subgraphs })))
    await this.#close(({ executor }) => !used.has(executor))
  }

  close(): Promise<void> {
    return this.#close(() => true)
  }

  #connect(name: string, url: string): GraphQLExecutor {
    const key = `${name} ${url}`
    let connected = this.#connected.get(key)
    if (!connected) this.#connected.set(key, (connected = { url, executor: this.#options.connect(url, name) }))
    return connected.executor
  }

  async #close(isChosen: (connected: Connected) => boolean): Promise<void> {
    const chosen = [...this.#connected].filter(([, connected]) => isChosen(connected))
    for (const [key] of chosen) this.#connected.delete(key)
    await Promise.all(chosen.map(([, { executor }]) => executor.close()))
  }
}

const isHttpAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
