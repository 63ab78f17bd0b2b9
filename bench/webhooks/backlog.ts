import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startInstallation, type Installation } from '../installation.ts'
import { queryOf } from './events.ts'

/** Measurements of a start with many deliveries due, and of making them. */
export interface Backlog {
  readonly deliveries: number
  /** From the start of the process until it is ready, without and with the backlog. */
  readonly emptyStartSeconds: number
  readonly startSeconds: number
  readonly drainSeconds: number
  /** Of the process, in which all services run, before and at most. */
  readonly emptyMegabytes: number
  readonly peakMegabytes: number
  /** The longest time in which the metrics were collected. */
  readonly slowestMetricsSeconds: number
}

/** Resident memory of a process. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
}

async function stop(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM')
  while ((await residentMegabytes(pid)) > 0) await delay(100)
}

async function start(folder: string): Promise<{ product: Installation; seconds: number }> {
  const started = performance.now()
  const product = await startInstallation(folder)
  return { product, seconds: (performance.now() - started) / 1_000 }
}

/** Queues deliveries of copies of the first event to every webhook, while none of them is served. */
async function seed({ serverUrl }: Installation, count: number, log: (step: string) => void): Promise<void> {
  const query = await queryOf(serverUrl)
  const [webhooks] = await query<{ count: number }>(
    `WITH held AS (UPDATE sandbox.webhook SET lease_holder = gen_random_uuid(), leased_until = now() + interval '1 hour' RETURNING id)
     SELECT count(*)::int AS count FROM held`,
  )
  const perWebhook = Math.ceil(count / (webhooks?.count ?? 1))
  const atOnce = 10_000
  for (let from = 1; from <= perWebhook; from += atOnce) {
    await query('BEGIN')
    await query('SELECT FROM sandbox.webhook_queue_position FOR UPDATE')
    await query(
      `WITH template AS (
         SELECT * FROM sandbox.reservation_event WHERE type = 'reservation.created' ORDER BY transaction_id, sequence LIMIT 1
       ), written AS (
         INSERT INTO sandbox.reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
         SELECT gen_random_uuid(), partner_id, r.id, product_id, 'reservation.modified', 2, now(), snapshot || jsonb_build_object('id', r.id)
         FROM template, (SELECT gen_random_uuid() AS id FROM generate_series($1::int, $2::int)) AS r RETURNING id, type
       )
       INSERT INTO sandbox.webhook_delivery (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
       SELECT gen_random_uuid(), w.id, written.id, type, 'pending', clock_timestamp(), now() FROM written, sandbox.webhook w`,
      [from, Math.min(perWebhook, from + atOnce - 1)],
    )
    await query(
      `UPDATE sandbox.webhook_queue_position SET (transaction_id, sequence) =
         (SELECT transaction_id, sequence FROM sandbox.reservation_event ORDER BY transaction_id DESC, sequence DESC LIMIT 1)`,
    )
    await query('COMMIT')
    log(`${Math.min(perWebhook, from + atOnce - 1) * (webhooks?.count ?? 1)} deliveries are due`)
  }
  await query('ANALYZE sandbox.webhook_delivery, sandbox.reservation_event')
}

/** Seeds a backlog in a data folder that has webhooks, starts with it, and waits until all is delivered. */
export async function measureBacklog(
  {
    folder,
    product,
    count,
    log,
  }: {
    readonly folder: string
    readonly product: Installation
    readonly count: number
    readonly log: (step: string) => void
  },
  received: () => Promise<number>,
): Promise<Backlog> {
  await seed(product, count, log)
  await stop(product.pid)
  const empty = await start(folder)
  const emptyMegabytes = await residentMegabytes(empty.product.pid)
  const query = await queryOf(empty.product.serverUrl)
  await query('UPDATE sandbox.webhook SET lease_holder = NULL, leased_until = NULL')
  await stop(empty.product.pid)
  const before = await received()
  const { product: started, seconds } = await start(folder)
  const begun = performance.now()
  let [peak, slowest, shown] = [0, 0, 0]
  const watch = setInterval(() => {
    void residentMegabytes(started.pid).then((now) => (peak = Math.max(peak, now)))
  }, 100)
  const due = await queryOf(started.serverUrl)
  for (;;) {
    const collecting = performance.now()
    await (await fetch(`${started.url}/metrics`)).text()
    slowest = Math.max(slowest, (performance.now() - collecting) / 1_000)
    const [left] = await due<{ isLeft: boolean }>(
      'SELECT EXISTS (SELECT FROM sandbox.webhook_delivery WHERE next_attempt_at IS NOT NULL) AS "isLeft"',
    )
    if (!left?.isLeft) break
    if (performance.now() - shown > 15_000) {
      shown = performance.now()
      log(`${(await received()) - before} delivered, ${Math.round(peak)} MB at most`)
    }
    await delay(1_000)
  }
  clearInterval(watch)
  return {
    deliveries: (await received()) - before,
    emptyStartSeconds: empty.seconds,
    startSeconds: seconds,
    drainSeconds: (performance.now() - begun) / 1_000,
    emptyMegabytes,
    peakMegabytes: peak,
    slowestMetricsSeconds: slowest,
  }
}
