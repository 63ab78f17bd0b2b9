// A stock gateway: the package as its documentation has it, without tracing.
import { readFileSync } from 'node:fs'
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'

const [file, port] = process.argv.slice(2)
const gateway = new ApolloGateway({
  supergraphSdl: readFileSync(file, 'utf8'),
  buildService: ({ url }) => new RemoteGraphQLDataSource({ url }),
})
const { url } = await startStandaloneServer(new ApolloServer({ gateway }), {
  listen: { host: '127.0.0.1', port: Number(port) },
})
process.stdout.write(`Ready at ${url}\n`)
process.once('SIGTERM', () => process.exit(0))
