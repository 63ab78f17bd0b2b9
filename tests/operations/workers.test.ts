import { get } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, describe as everywhere } from '@jest/globals'
import { freePort } from '../../platform/process/free-port.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { readProductSettings } from '../../config.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { isLong } from '../testkit/long-form.ts'
import { nodeCommand, spawnCommand, startProcess, untilReady, type RunningProcess } from '../testkit/process.ts'
import { keys, nextSaturday, partner, Subscriber, type Json } from '../testkit/product.ts'
import { isLinux, wherePossible } from '../testkit/where-possible.ts'
import { eventually } from '../testkit/eventually.ts'
import { betweenAttempts } from '../testkit/pauses.ts'

const { describe } = wherePossible(isLinux, 'Linux')

/** Over its own connection, so that any worker may serve it. */
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { 'x-api-key': keys.demo } }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    }).once('error', reject)
  })

/** The files of a process's children are read, because `ps` reads those of every process. */
async function workersOf({ child: { pid } }: RunningProcess): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = children.trim().split(' ').filter(Boolean).map(Number)
  const isWorker = await Promise.all(
    pids.map(async (one) =>
      /main\.js|small-workers\.mjs/.test(await readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')),
    ),
  )
  return pids.filter((_, index) => isWorker[index]).sort((a, b) => a - b)
}

/** Two workers, and how their metrics are read. */
interface Workers {
  readonly product: RunningProcess
  metrics(): Promise<string>
}

const labelsOf = (workers: readonly string[]): string[] =>
  workers.map((worker) => `process_cpu_seconds_total{worker="${worker}"}`)

/** Waits until other workers than these run, as many as before, and serve. */
const replaced = (
  { product, metrics }: Workers,
  before: readonly number[],
  ended: readonly number[],
): Promise<boolean> =>
  eventually(
    async () => {
      const now = await workersOf(product)
      if (now.length !== before.length || now.some((pid) => ended.includes(pid))) return false
      // The connection to a worker that is killed breaks.
      const text = await metrics().catch(() => '')
      return labelsOf(['1', '2']).every((label) => text.includes(label))
    },
    true,
    { describe: () => product.output(), milliseconds: 120_000 },
  )

const replacements = ({ product }: Workers): number => product.output().match(/worker replaced/g)?.length ?? 0

/** Replaces every worker while clients send requests; returns what was not 200. */
async function failuresWhileReplaced(workers: Workers, request: () => Promise<number>): Promise<unknown[]> {
  const before = await workersOf(workers.product)
  let isOver = false
  const failures: unknown[] = []
  const clients = [1, 2, 3].map(async () => {
    while (!isOver) {
      const status = await request().catch(String)
      if (status !== 200) failures.push(status)
      await betweenAttempts(20)
    }
  })
  workers.product.child.kill('SIGHUP')
  await replaced(workers, before, before)
  isOver = true
  await Promise.all(clients)
  return failures
}

describe('two workers of the product on one address', () => {
  const token = 'a-token-of-the-metrics'
  let dataFolder: string
  let metricsUrl: string
  let product: RunningProcess
  beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-workers-'))
    await copyDemoServer(dataFolder)
    const port = String(await freePort())
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    product = await startProcess('main.js', {
      PORT: '0',
      DATA_DIR: dataFolder,
      WORKERS: '2',
      METRICS_PORT: port,
      METRICS_TOKEN: token,
      LOG_LEVEL: 'info',
    })
  })
  afterAll(async () => {
    await product.stop()
    await rm(dataFolder, { recursive: true, force: true })
  })
  const metrics = async (): Promise<string> =>
    (await fetch(metricsUrl, { headers: { authorization: `Bearer ${token}` } })).text()
  const list = (): Promise<number> => statusOf(`${product.url()}/api/partner/cenotes?perPage=1`)

  it('have metrics at an address of the process that started them, for its token, and not at their own', async () => {
    await eventually(metrics, (text) => labelsOf(['1', '2', 'primary']).every((label) => text.includes(label)))
    expect(await statusOf(metricsUrl)).toBe(401)
    expect(await statusOf(`${product.url()}/metrics`)).toBe(404)
  })

  it('count together: of one address they admit as many coupons as one process would', async () => {
    const guess = () =>
      partner(product.url(), null).post('/coupons/check', { code: 'CENOTE10' }, { 'X-Forwarded-For': '10.250.0.1' })
    // At the same time, so over as many connections.
    const responses = await Promise.all(Array.from({ length: 16 }, guess))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(6)
  })

  it('notify one another: a subscriber of each receives what any of them wrote', async () => {
    const query = 'subscription { reservationEvents { type reservation { reservationId } } }'
    const subscribers: Subscriber[] = []
    const connectionsOfEach = async (): Promise<number[]> => {
      const text = await metrics()
      return ['1', '2'].map((worker) =>
        Number(new RegExp(`^subscriber_connections\\{[^}]*worker="${worker}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1]),
      )
    }
    // Any free worker may accept a connection, so open more until each has one.
    let connections: number[]
    do {
      subscribers.push(new Subscriber(product.url(), query))
      connections = await eventually(connectionsOfEach, ([one, other]) => one! + other! === subscribers.length)
    } while (connections.includes(0))
    const create = async (): Promise<Json> =>
      (
        await partner(product.url()).post('/api/partner/reservations', {
          cenoteId: demoId('cenote', 'gran-cenote'),
          visitDate: nextSaturday(),
          visitors: { adults: 1, children: 0 },
          guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
        })
      ).body
    try {
      // The last one to connect was the first on its worker.
      for (const subscriber of [subscribers[0]!, subscribers.at(-1)!])
        await subscriber.listening(
          create,
          ({ data }, made) => data?.reservationEvents.reservation.reservationId === made.data.id,
        )
    } finally {
      await Promise.all(subscribers.map((one) => one.close()))
    }
  })

  // CI replaces the workers of the small server, by the same supervisor: one of the product takes 5 s of processor time.
  if (isLong)
    it('are replaced one by one on SIGHUP, without a refused connection or a failed request', async () => {
      expect(await failuresWhileReplaced({ product, metrics }, list)).toEqual([])
      // Logged when a process has ended, which is seen here before its log is read.
      await eventually(() => replacements({ product, metrics }), 2)
    }, 150_000)

  it('drain on SIGTERM, which ends all of them and the database with 0', async () => {
    const workers = await workersOf(product)
    expect(await product.stop()).toBe(0)
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(fetch(metricsUrl)).rejects.toThrow()
  })
})

// The supervisor and the workers are the product's; only the routes that a worker serves are fewer.
describe('two workers of a small server', () => {
  let product: RunningProcess
  let workers: Workers
  beforeAll(async () => {
    product = spawnCommand([...nodeCommand, 'tests/testkit/small-workers.mjs'], {
      PORT: '0',
      DATABASE_URL: 'postgres://127.0.0.1:9',
      WORKERS: '2',
      WORKER_HANG_SECONDS: '8',
      LOG_LEVEL: 'info',
    })
    workers = { product, metrics: async () => (await fetch(`${product.url()}/metrics`)).text() }
    await eventually(async () => (await workersOf(product)).length > 0, true, { describe: () => product.output() })
    // Workers may be replaced while the first ones are still starting.
    product.child.kill('SIGHUP')
    await untilReady(product, 'small-workers.mjs')
  })
  afterAll(() => product.stop())
  const read = (): Promise<number> => statusOf(`${product.url()}/healthz`)

  it('are replaced once all have started, when SIGHUP comes before', async () => {
    await eventually(() => replacements(workers), 2, { describe: () => product.output() })
  })

  it('are replaced one by one on SIGHUP, without a refused connection or a failed request', async () => {
    expect(await failuresWhileReplaced(workers, read)).toEqual([])
    // Logged when a process has ended, which is seen here before its log is read.
    await eventually(() => replacements(workers), 4)
  })

  it('both serve requests, and the metrics of either name both', async () => {
    const counts = ['1', '2'].map(
      (worker) =>
        new RegExp(`http_request_duration_seconds_count\\{[^}]*healthz"[^}]*worker="${worker}"[^}]*\\} [1-9]`),
    )
    // Whichever is free accepts a connection. One that does not report in time is left out.
    const metrics = await eventually(
      async () => {
        await Promise.all(Array.from({ length: 40 }, () => read()))
        return workers.metrics()
      },
      (text) => counts.every((count) => count.test(text)),
    )
    expect(metrics.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1)
    expect(metrics).toContain('process_cpu_seconds_total{worker="primary"}')
  })

  it('replace the one that dies, while the other serves', async () => {
    const before = await workersOf(product)
    process.kill(before[0] ?? 0, 'SIGKILL')
    await replaced(workers, before, before.slice(0, 1))
    expect(await read()).toBe(200)
    expect(product.output()).toContain('a worker ended unexpectedly and is replaced')
  })

  it('replace the one that hangs, which accepts no connection meanwhile', async () => {
    const before = await workersOf(product)
    process.kill(before[0] ?? 0, 'SIGSTOP')
    for (let count = 0; count < 10; count += 1) expect(await read()).toBe(200)
    await eventually(() => product.output().includes('a worker hangs and is killed'), true, {
      describe: () => product.output(),
    })
    await replaced(workers, before, before.slice(0, 1))
    expect(await read()).toBe(200)
  })
})

everywhere('a number of workers that cannot be', () => {
  it.each(['0', 'many', '1000', '1.5', '-2'])('is refused: %s', (workers) => {
    expect(() => readProductSettings({ WORKERS: workers })).toThrow(
      'WORKERS must be auto, or a number of processes from 1 to 64',
    )
  })
})
