import { setTimeout as delay } from 'node:timers/promises'
import { demoId } from '../../platform/values/demo-id.ts'
import { dayFromNow, graphqlListBody } from '../cases.ts'
import { apiKey, startInstallation } from '../installation.ts'

const operatorKey = 'sk_test_demo_operator'
const cenoteIds = ['gran-cenote', 'ik-kil', 'dos-ojos', 'suytun'].map((slug) => demoId('cenote', slug))
const firstDay = 5
const days = 364
const readers = 4
const pauseMilliseconds = 60
const phaseSeconds = 4
const minSlots = 10_000

/** The delay of the product's event loop, in milliseconds. */
interface LoopDelay {
  readonly p99: number
  readonly max: number
}

/**
 * Overrides 10,000 slots at once during reads that are cached, alternating with the same reads alone; returns the delay
 * of the product's event loop in each.
 */
export async function benchFlood(rounds: number): Promise<boolean> {
  const { url } = await startInstallation()
  const send = async (key: string, body: string): Promise<unknown> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body,
    })
    const text = await response.text()
    if (!response.ok || text.includes('"errors":[')) throw new Error(text.slice(0, 1_000))
    return JSON.parse(text)
  }
  let failures = 0
  const note = (error: unknown): void => {
    if (failures === 0) process.stderr.write(`${String(error)}\n`)
    failures += 1
  }
  const reads = Array.from({ length: 100 }, (_, index) =>
    graphqlListBody(dayFromNow(firstDay + (index % 50)), index < 50 ? 0 : 10),
  )
  let turn = 0
  let isReading = true
  const reading = Array.from({ length: readers }, async () => {
    while (isReading) {
      await send(apiKey, reads[turn++ % reads.length] ?? '').catch(note)
      await delay(pauseMilliseconds)
    }
  })

  /** Reading the delays resets them. */
  const lateness = async (): Promise<LoopDelay> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const milliseconds = (name: string): number =>
      1_000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1])
    return { p99: milliseconds('p99'), max: milliseconds('max') }
  }
  const phase = async (work?: () => Promise<unknown>): Promise<LoopDelay> => {
    await lateness()
    await Promise.all([work?.().catch(note), delay(phaseSeconds * 1_000)])
    return lateness()
  }
  const override = (available: boolean): Promise<unknown> =>
    Promise.all(
      cenoteIds.map((cenoteId) =>
        send(
          operatorKey,
          JSON.stringify({
            query: 'mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { __typename } }',
            variables: {
              input: {
                cenoteId,
                from: dayFromNow(firstDay),
                to: dayFromNow(firstDay + days),
                available,
                reason: 'Repairs',
                force: true,
              },
            },
          }),
        ),
      ),
    )
  const countSlots = async (): Promise<number> => {
    const calendars = await Promise.all(
      cenoteIds.map((cenoteId) =>
        send(
          operatorKey,
          JSON.stringify({
            query:
              'query ($id: ID!, $from: LocalDate!, $to: LocalDate!) { calendar(cenoteId: $id, from: $from, to: $to) { slotOverrides { time } } }',
            variables: { id: cenoteId, from: dayFromNow(firstDay), to: dayFromNow(firstDay + days) },
          }),
        ),
      ),
    )
    return calendars.reduce<number>((sum, body) => sum + JSON.stringify(body).split('"time"').length - 1, 0)
  }

  // Every list is cached, and the code is compiled.
  await override(true)
  await delay(phaseSeconds * 1_000)
  const slots = await countSlots()
  if (slots < minSlots) {
    isReading = false
    throw new Error(`Only ${slots} slots were overridden`)
  }
  process.stdout.write(`${slots} slots overridden at once, ${readers} readers beside it\n\n`)
  process.stdout.write(
    '| round | reads alone: p99 ms |   max ms | with the flood: p99 ms |   max ms | ratio of the maxima |\n',
  )
  process.stdout.write(
    '| ----: | ------------------: | -------: | ---------------------: | -------: | ------------------: |\n',
  )
  const maxima: LoopDelay[][] = []
  for (let round = 1; round <= rounds; round += 1) {
    const [quiet, flooded] = [await phase(), await phase(() => override(round % 2 === 0))]
    maxima.push([quiet, flooded])
    const cells = [
      String(round).padStart(5),
      quiet.p99.toFixed(0).padStart(19),
      quiet.max.toFixed(0).padStart(8),
      flooded.p99.toFixed(0).padStart(22),
      flooded.max.toFixed(0).padStart(8),
      (flooded.max / quiet.max).toFixed(2).padStart(19),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  isReading = false
  await Promise.all(reading)
  const highest = (side: 0 | 1): string => Math.max(...maxima.map((both) => both[side]?.max ?? NaN)).toFixed(0)
  process.stdout.write(
    `\nAt most ${highest(0)} ms alone and ${highest(1)} ms with the flood; ${failures} requests failed\n`,
  )
  return failures === 0
}
