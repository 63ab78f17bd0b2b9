import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buildSchema } from 'graphql'
import { environmentsOf, readArguments } from '../../platform/process/command-line.ts'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import { isBlank } from '../../platform/values/text.ts'
import { isUuid } from '../../platform/values/uuid.ts'
import { directPartner, operatorPartner } from '../../schema/built-in-partners.ts'
import { parseApiKey } from '../../gateway/auth/api-key.ts'
import { issueKey, refreshKey } from '../../gateway/auth/issue.ts'
import { revokeAsCommand } from '../../gateway/auth/manage-keys.ts'
import { isGrantable } from '../../gateway/auth/scopes.ts'
import { OperationLimits } from '../../gateway/rate-limit/operation-limits.ts'
import type { AccessRepository, PartnerChoice, StoredKey } from '../../gateway/database/repository.ts'
import { linesOf, recordOf } from './display.ts'
import { readKeyOptions, UnusableCommand } from './key-options.ts'

const usage = `npm run keys -- create --partner <name or id> --environment live|sandbox --plan basic|pro|enterprise
    --new-partner             adds the partner, when there is none of that name
    --scope <scope>           one of what the key may do, repeated or separated by commas; everything except
                              inventory:write and what operators may do when absent
    --label <text>            what you call the key
    --limit <name>=<number>   a number of its own instead of the plan's: hour, minute or burst, or an operation's
                              limit, there with its seconds: --limit createReservation=1000/3600
npm run keys -- create --operator --environment live|sandbox
                              a key of the operator's own staff, for all administration and the reservations of every
                              partner; no partner, plan or scope
npm run keys -- create --gate --environment live|sandbox
                              a key for the entrance: arrivals, payments and sales there; no partner, plan or scope
npm run keys -- create --web --origin <origin> --partner <name or id> --environment live|sandbox --plan <plan>
                              a publishable key, for web pages of its origins, repeated or separated by commas: it
                              reads cenotes, tours, availability and prices, and has limits of its own
npm run keys -- list [--partner <name or id>] [--environment live|sandbox]
npm run keys -- revoke <id or key> ...
    --family                  also every key that it was refreshed from or to
npm run keys -- refresh <id or key>
                              a new key on the same terms; the old one works for 24 hours more
  --json                      prints JSON, for programs

Uses the database of DATABASE_URL, or the embedded one in DATA_DIR, also while the product runs on it.
`

/** Declares the limits of operations; it was validated when it was composed. */
const supergraphFile = new URL('../../schema/supergraph.graphql', import.meta.url)

const read = (args: readonly string[]) =>
  readArguments(
    {
      args: [...args],
      allowPositionals: true,
      options: {
        partner: { type: 'string' },
        'new-partner': { type: 'boolean', default: false },
        operator: { type: 'boolean', default: false },
        gate: { type: 'boolean', default: false },
        web: { type: 'boolean', default: false },
        origin: { type: 'string', multiple: true, default: [] },
        environment: { type: 'string' },
        plan: { type: 'string' },
        scope: { type: 'string', multiple: true, default: [] },
        limit: { type: 'string', multiple: true, default: [] },
        label: { type: 'string' },
        family: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    },
    usage,
  )

/** One command line. */
interface Invocation {
  readonly command: string
  /** The keys that it names. */
  readonly named: readonly string[]
  readonly values: ReturnType<typeof read>['values']
  /** Prints one result, as text or as JSON. */
  readonly print: (text: string, record: unknown) => void
}

const commands: Readonly<Record<string, (repository: AccessRepository, invocation: Invocation) => Promise<void>>> = {
  create,
  issue: create,
  list,
  revoke,
  refresh,
  rotate: refresh,
}

/** Runs what a command line says on the repository that `use` opens; returns the exit code. */
export async function runKeys(
  args: readonly string[],
  write: (text: string) => unknown,
  use: (work: (repository: AccessRepository) => Promise<void>) => Promise<void>,
): Promise<number> {
  const { values, positionals } = read(args)
  const [command = '', ...named] = positionals
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (values.help || !run) {
    write(usage)
    return values.help ? 0 : 1
  }
  const print: Invocation['print'] = (text, record) =>
    void write(values.json ? `${JSON.stringify(record)}\n` : `${text}\n`)
  await use((repository) => run(repository, { command, named, values, print }))
  return 0
}

async function create(repository: AccessRepository, invocation: Invocation): Promise<void> {
  const { values } = invocation
  const schema = buildSchema(await readFile(supergraphFile, 'utf8'), { assumeValidSDL: true })
  const { environment, ...options } = readKeyOptions(
    {
      environment: values.environment,
      plan: values.plan,
      scopes: values.scope,
      limits: values.limit,
      operator: values.operator,
      gate: values.gate,
      web: values.web,
      origins: values.origin,
    },
    new OperationLimits(schema).declared,
  )
  const partner = await partnerToServe(repository, invocation)
  const refused = options.scopes.filter((scope) => !isGrantable(scope, partner.id))
  if (refused.length > 0)
    throw new UnusableCommand([
      `--scope ${refused.join(', ')} cannot be given to a key of ${partner.name}: use --operator or --gate`,
    ])
  const { apiKey, stored } = await issueKey(repository, environment, { ...options, partner, label: values.label })
  printSecret(invocation, apiKey, environment, stored)
}

/** The partner of a new key: an existing one of either environment, or a new one with --new-partner. */
async function partnerToServe(
  repository: AccessRepository,
  { values }: Invocation,
): Promise<{ id: string; name: string }> {
  const name = values.partner?.trim() ?? ''
  if (values.operator || values.gate) {
    if (name !== '' || values['new-partner'])
      throw new UnusableCommand([`${values.operator ? '--operator' : '--gate'} excludes --partner and --new-partner`])
    return values.operator ? operatorPartner : directPartner
  }
  if (isBlank(name)) throw new UnusableCommand(['--partner must name a partner'])
  const partners = await findPartnersBy(repository, name)
  const [partner] = partners
  if (partners.length > 1)
    throw new UnusableCommand([
      `Several partners are called ${name}; name one by its id: ${partners.map(({ id }) => id).join(', ')}`,
    ])
  if (values['new-partner']) {
    if (partner) throw new UnusableCommand([`The partner ${name} exists already: leave out --new-partner`])
    if ('id' in partnerChoice(name)) throw new UnusableCommand(['A new partner is given a name, not an id'])
    return { id: randomUUID(), name }
  }
  if (!partner) throw new UnusableCommand([`There is no partner ${name}: add --new-partner to make one`])
  return partner
}

/** Partners of a name, or the one of an id, in either environment. */
async function findPartnersBy(repository: AccessRepository, name: string): Promise<{ id: string; name: string }[]> {
  const found = await Promise.all(
    environments.map((environment) => repository.findPartners(environment, partnerChoice(name))),
  )
  return [...new Map(found.flat().map((partner) => [partner.id, partner])).values()]
}

const partnerChoice = (text: string): PartnerChoice => (isUuid(text) ? { id: text.toLowerCase() } : { name: text })

async function list(repository: AccessRepository, invocation: Invocation): Promise<void> {
  const { values, print } = invocation
  const chosen = environmentsOf(values.environment)
  const name = values.partner?.trim()
  if (name !== undefined && (await findPartnersBy(repository, name)).length === 0)
    throw new UnusableCommand([`There is no partner ${name}`])
  const partner = name === undefined ? undefined : partnerChoice(name)
  const keys = await Promise.all(
    chosen.map(async (environment) => ({ environment, keys: await repository.listKeys(environment, partner) })),
  )
  for (const { environment, keys: stored } of keys)
    for (const key of stored) print(linesOf(environment, key), recordOf(environment, key))
  if (keys.every(({ keys: stored }) => stored.length === 0) && !values.json) print('There are no keys.', null)
}

async function revoke(repository: AccessRepository, invocation: Invocation): Promise<void> {
  const { values, print } = invocation
  for (const { environment, key } of await selectedKeys(repository, invocation)) {
    const where = values.family ? { familyId: key.familyId } : { id: key.id }
    const revoked = await revokeAsCommand(repository, environment, where)
    const others = values.family ? 0 : await repository.countWorking(environment, key.familyId)
    const rest = others === 0 ? '' : `; ${others} of its family still work, which --family revokes too`
    print(`${key.id}  ${revoked} revoked${rest}`, { id: key.id, environment, revoked, workingInFamily: others })
  }
}

async function refresh(repository: AccessRepository, invocation: Invocation): Promise<void> {
  for (const { environment, key } of await selectedKeys(repository, invocation)) {
    const replacement = await refreshKey(repository, environment, key)
    if (!replacement) throw new UnusableCommand([`The key ${key.id} was revoked or has expired: create a new one`])
    printSecret(invocation, replacement.apiKey, environment, replacement.successor)
  }
}

/** The keys that the command line names, each by its id or whole; nothing is done when one of them is unknown. */
async function selectedKeys(
  repository: AccessRepository,
  { command, named }: Invocation,
): Promise<{ environment: Environment; key: StoredKey }[]> {
  if (named.length === 0) throw new UnusableCommand([`${command} needs the id of a key; list shows them`])
  const found = await Promise.all(named.map(async (text) => ({ text, keys: await findKeys(repository, text) })))
  const unknown = found.filter(({ keys }) => keys.length === 0)
  // Part of it may be a secret, which belongs in no log.
  const shortened = (text: string): string => (isUuid(text) ? text : `${text.slice(0, 8)}…`)
  if (unknown.length > 0) throw new UnusableCommand(unknown.map(({ text }) => `There is no key ${shortened(text)}`))
  return found.flatMap(({ keys }) => keys)
}

async function findKeys(
  repository: AccessRepository,
  text: string,
): Promise<{ environment: Environment; key: StoredKey }[]> {
  const parts = parseApiKey(text)
  const found = await Promise.all(
    environments.map(async (environment) => {
      const key = isUuid(text)
        ? await repository.findKey(environment, text)
        : parts?.environment === environment && (await repository.findKeyByHash(environment, parts.hash))
      return key ? [{ environment, key }] : []
    }),
  )
  return found.flat()
}

function printSecret({ print }: Invocation, apiKey: string, environment: Environment, stored: StoredKey): void {
  print(`${apiKey}\n  shown this once: only its hash is stored\n${linesOf(environment, stored)}`, {
    apiKey,
    ...recordOf(environment, stored),
  })
}
