import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { startJob } from './job.ts'

type Line = Record<string, unknown>

describe('a job', () => {
  it('has an id for each round in each environment, which every line of the round carries', async () => {
    const lines: Line[] = []
    const logger = pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) })
    const rounds: string[] = []
    await new Promise<void>((resolve) => {
      const job = startJob(
        'counting sheep',
        1,
        async (run) => {
          rounds.push(run.requestId)
          run.logger.info('a sheep')
          if (rounds.length === 4) void job.stop().then(resolve)
          throw new Error('asleep')
        },
        logger,
      )
    })
    expect(new Set(rounds).size).toBe(4)
    expect(lines.map(({ job, environment, requestId, msg }) => [job, environment, requestId, msg])).toEqual(
      rounds.flatMap((requestId, index) => {
        const environment = index % 2 === 0 ? 'live' : 'sandbox'
        return [
          ['counting sheep', environment, requestId, 'a sheep'],
          ['counting sheep', environment, requestId, 'counting sheep failed; it will be tried again'],
        ]
      }),
    )
  })

  it('keeps its id while more work is waiting', async () => {
    const rounds: string[] = []
    await new Promise<void>((resolve) => {
      const job = startJob(
        'counting sheep',
        1,
        async ({ requestId }) => {
          rounds.push(requestId)
          if (rounds.length === 3) void job.stop().then(resolve)
          return true
        },
        pino({ level: 'silent' }),
      )
    })
    expect(rounds).toHaveLength(3)
    expect(new Set(rounds).size).toBe(1)
  })
})
