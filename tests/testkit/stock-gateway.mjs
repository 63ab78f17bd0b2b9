/**
 * Runs stock `ApolloGateway` and `ApolloServer` from the installed packages over running subgraphs, in a process of its own
 * because the gateway reads its telemetry setting from the environment. Usage:
 * node stock-gateway.mjs SIGNING_SECRET QUERY IDENTITY '{"access": URL, "catalog": URL, ...}'; prints as JSON what the query
 * returned with each telemetry setting, and what the gateway says to the product's own supergraph.
 */
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { composeServices } from '@apollo/composition'
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway'
import { ApolloServer } from '@apollo/server'
import { Kind, parse, visit } from 'graphql'
import { identityHeader } from '../../dist/platform/graphql/http-executor.js'
import { IdentitySigner } from '../../dist/platform/trust/identity.js'

const [secret, query, identity, urls] = process.argv.slice(2)
const silent = { debug() {}, info() {}, warn() {}, error() {} }

// Telemetry looks for cloud providers and reports to Apollo; a test reaches nothing but this machine.
const { connect } = Socket.prototype
Socket.prototype.connect = function (...parameters) {
  const [{ host = 'localhost' }] = Array.isArray(parameters[0]) ? parameters[0] : parameters
  if (['127.0.0.1', 'localhost'].includes(host)) return connect.apply(this, parameters)
  process.nextTick(() => this.destroy(new Error(`${host} is outside of this machine`)))
  return this
}

/** The gateway has no support for these directives and refuses graphs that require it. */
const security = new Set(['authenticated', 'requiresScopes'])
const withoutSecurity = (document) =>
  visit(document, {
    Directive: ({ name }) => (security.has(name.value) ? null : undefined),
    ListValue: (list) => ({
      ...list,
      values: list.values.filter(({ kind, value }) => kind !== Kind.STRING || !security.has(value.slice(1))),
    }),
  })

const typeDefsOf = (name) =>
  withoutSecurity(parse(readFileSync(new URL(`../../schema/${name}.graphql`, import.meta.url), 'utf8')))
const services = Object.entries(JSON.parse(urls)).map(([name, url]) => ({ name, url, typeDefs: typeDefsOf(name) }))
const { supergraphSdl, errors } = composeServices(services)
if (errors) throw new AggregateError(errors)

const signer = new IdentitySigner(secret)
const buildService = ({ name, url }) =>
  new RemoteGraphQLDataSource({
    url,
    async willSendRequest({ request }) {
      const { http, ...operation } = request
      http.headers.set(identityHeader, await signer.sign(JSON.parse(identity), name, JSON.stringify(operation)))
    },
  })

async function responseWith(telemetry) {
  if (telemetry === null) delete process.env.APOLLO_TELEMETRY_DISABLED
  else process.env.APOLLO_TELEMETRY_DISABLED = telemetry
  const gateway = new ApolloGateway({ supergraphSdl, buildService, logger: silent })
  const server = new ApolloServer({ gateway, logger: silent })
  const { body } = await server.executeOperation({ query })
  return [telemetry, body.singleResult]
}

const responses = []
for (const telemetry of [null, '', '0', 'false', '1', 'true']) responses.push(await responseWith(telemetry))
const own = readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8')
const refusal = await new ApolloGateway({ supergraphSdl: own, logger: silent })
  .load()
  .then(() => null)
  .catch(({ message }) => message)
process.stdout.write(JSON.stringify({ responses, refusal }), () => process.exit())
