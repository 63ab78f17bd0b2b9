import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { World } from '../access/table/world.ts'
import { eventually } from '../testkit/eventually.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner } from '../testkit/product.ts'
import { Receiver } from '../testkit/receiver.ts'
import type { Json } from '../testkit/responses.ts'
import { Client } from './client.ts'
import type { Recording } from './entry.ts'
import { playEvents, settled } from './events.ts'
import { playMails, playPages } from './pages.ts'
import type { RunningCommit } from './product.ts'
import { playGraphql, playOcto, playRest, schemaOf } from './samples.ts'

/** Changes are made once in each environment, reads in both languages. */
const rounds = [
  { environment: 'sandbox', language: 'en', onlyReads: false },
  { environment: 'live', language: 'es', onlyReads: false },
  { environment: 'sandbox', language: 'es', onlyReads: true },
  { environment: 'live', language: 'en', onlyReads: true },
] as const
const partnerKeys = { sandbox: keys.demo, live: keys.live }

/** Live takes public addresses of receivers only, and ten in a minute: one is used until it is deleted. */
class LiveWorld extends World {
  #webhook: string | undefined

  override async webhook(): Promise<string> {
    const { body } = await partner(this.url, keys.live).get('/webhooks?perPage=100')
    const present = (body.data as Json[]).find(({ id }) => id === this.#webhook)
    if (this.#webhook === undefined || !present) this.#webhook = await super.webhook()
    const id = this.#webhook
    // Once it is switched off, what waits to be delivered is given up a moment later.
    if (present?.isActive === false) await eventually(() => settled(this.url, keys.live, id), true)
    return id
  }

  constructor(readonly url: string) {
    super({ url, dataFolder: '', database: String }, keys.live, 'https://receiver.example')
  }
}

/** Drives a running product through everything that it says. */
export async function playScenario({ url, folder, dataFolder }: RunningCommit): Promise<Recording> {
  const startedAt = Date.now()
  // Ids that the tables make decide the order of lists.
  let ids = 0
  crypto.randomUUID = () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`
  syncBuiltinESMExports()
  let addresses = 0
  globalThis.takeAddress = () => (addresses += 1)
  const recorded = await schemaOf(url, folder)
  const receiver = await new Receiver().start()
  const worlds = { sandbox: new World({ url, dataFolder, database: String }), live: new LiveWorld(url) }
  const clientOf = ({ environment, language }: Pick<Client, 'environment' | 'language'>): Client =>
    new Client(url, environment, language, partnerKeys[environment], operatorKeys[environment])
  const clients = rounds.map(clientOf)
  // The first documents take longer than a response waits for their mail.
  await worlds.sandbox.document()
  let changedAt = 0
  for (const [index, { onlyReads }] of rounds.entries()) {
    const client = clients[index] as Client
    await playPages(client, await playEvents(client, recorded, receiver), onlyReads)
    if (!onlyReads) changedAt = Date.now()
  }
  for (const [index, { onlyReads }] of rounds.entries()) {
    const client = clients[index] as Client
    const world = worlds[client.environment]
    await playRest(client, world, onlyReads)
    await playGraphql(client, recorded, world, onlyReads)
    if (!onlyReads) await playOcto(client)
  }
  await receiver.stop()
  const mails = clientOf(rounds[0])
  await playMails(mails, dataFolder, changedAt)
  const entries = [...clients, mails].flatMap((client) => client.entries)
  return { startedAt, endedAt: Date.now(), entries, withoutSuccess: withoutSuccess(entries) }
}

function withoutSuccess(entries: Recording['entries']): string[] {
  const succeeded = new Set(
    entries.filter(({ status = 200, body }) => status < 400 && !body?.errors).map(({ operation }) => operation),
  )
  return [...new Set(entries.map(({ operation }) => operation))].filter((operation) => !succeeded.has(operation))
}
