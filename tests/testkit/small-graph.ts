import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import type { RewriteSupergraph } from '../../gateway/planning/plan.ts'
import { localExecutor, type GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { engineOver, type Engine } from './engine.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@shareable", "@external", "@requires", "@interfaceObject", "@composeDirective"])`

export type Subgraphs = Readonly<Record<string, { readonly contract: string; readonly resolvers: object }>>

/** The engine over subgraphs with these contracts and resolvers. */
export function engineOf(subgraphs: Subgraphs, rewrite?: RewriteSupergraph): Engine {
  const parts = Object.entries(subgraphs)
  const { supergraphSdl, errors } = composeServices(
    parts.map(([name, { contract }]) => ({
      name,
      url: `http://${name}.invalid`,
      typeDefs: parse(`${link}${contract}`),
    })),
  )
  if (!supergraphSdl) throw new Error(String(errors))
  const executors = Object.fromEntries(
    parts.map(([name, { contract, resolvers }]): [string, GraphQLExecutor] => [
      name,
      localExecutor({
        name,
        schema: buildSubgraphSchema({ typeDefs: parse(`${link}${contract}`), resolvers: resolvers as never }),
        createContext: () => ({}),
        check: () => Promise.resolve(),
        close: () => Promise.resolve(),
      }),
    ]),
  )
  return engineOver(supergraphSdl, executors, { rewrite })
}
