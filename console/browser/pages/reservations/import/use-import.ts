import { useState } from 'preact/hooks'
import { fieldErrorsOf, type Failure } from '../../../api/failure.ts'
import {
  CreateReservationsDocument,
  ReservationPreviewDocument,
  type ImportResultFragment,
} from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import type { Problem } from './csv.ts'
import type { ImportRow } from './rows.ts'

/** A problem of a line, found in the file or by the API. */
export type LineProblem = Problem | { readonly refusal: Failure }

export interface ImportLine {
  readonly line: number
  readonly guest: string
  readonly outcome: 'unreadable' | 'untried' | 'possible' | 'refused' | 'booked'
  readonly reservation: ImportResultFragment['reservation']
  readonly problems: readonly LineProblem[]
}

type Stage = 'read' | 'previewing' | 'previewed' | 'booking' | 'booked'

/** The API's maximum of a bulk request. */
const batchSize = 50
/** The code of a request with a value of the wrong type. */
const unreadable = 'BAD_USER_INPUT'

type LineError = Pick<Failure, 'code' | 'message' | 'details'>
interface LineResult {
  readonly reservation: ImportResultFragment['reservation']
  readonly error: LineError | null
}

/** Previews the valid rows, then books those that can be booked, in batches and in the order of the file. */
export function useImport(rows: readonly ImportRow[]) {
  const { api } = useSession()
  const [lines, setLines] = useState(() => rows.map(unreadOf))
  const [stage, setStage] = useState<Stage>('read')
  const [done, setDone] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function run(
    wanted: (line: ImportLine) => boolean,
    success: 'possible' | 'booked',
    send: (input: {
      reservations: NonNullable<ImportRow['input']>[]
    }) => Promise<readonly ImportResultFragment[] | Failure>,
  ): Promise<boolean> {
    setFailure(null)
    setDone(0)
    const current = [...lines]
    const places = current.flatMap((line, index) => (wanted(line) ? [index] : []))
    const inputsOf = (batch: readonly number[]) => ({
      reservations: batch.flatMap((place) => rows[place]?.input ?? []),
    })
    const note = (place: number, result: LineResult | undefined): void => {
      const line = current[place]
      if (line && result) current[place] = withResult(line, result, success)
    }
    for (let start = 0; start < places.length; start += batchSize) {
      const batch = places.slice(start, start + batchSize)
      const results = await send(inputsOf(batch))
      if (!('code' in results)) batch.forEach((place, index) => note(place, results[index]))
      else if (results.code !== unreadable) {
        setFailure(results)
        return false
      } else
        // One value of the wrong type refuses the whole batch, and nothing was done: each row is sent alone.
        for (const place of batch) {
          const alone = await send(inputsOf([place]))
          if (!('code' in alone)) note(place, alone[0])
          else if (alone.code === unreadable) note(place, { reservation: null, error: alone })
          else {
            setFailure(alone)
            return false
          }
        }
      setLines([...current])
      setDone(start + batch.length)
    }
    return true
  }

  async function preview(): Promise<void> {
    setStage('previewing')
    const isDone = await run(
      ({ outcome }) => outcome !== 'unreadable',
      'possible',
      async (input) => {
        const result = await api.query(ReservationPreviewDocument, { input })
        return 'failure' in result ? result.failure : result.data.reservationPreview.results
      },
    )
    setStage(isDone ? 'previewed' : 'read')
  }

  async function book(): Promise<void> {
    setStage('booking')
    const isDone = await run(
      ({ outcome }) => outcome === 'possible',
      'booked',
      async (input) => {
        const result = await api.mutate(CreateReservationsDocument, { input })
        return 'failure' in result ? result.failure : result.data.createReservations.results
      },
    )
    // Lines already booked stay booked; the rest can be sent again.
    setStage(isDone ? 'booked' : 'previewed')
  }

  return { lines, stage, done, failure, preview: () => void preview(), book: () => void book() }
}

const unreadOf = ({ line, input, problems }: ImportRow): ImportLine => ({
  line,
  guest: input?.guest?.name ?? '',
  outcome: input ? 'untried' : 'unreadable',
  reservation: null,
  problems: problems ?? [],
})

const withResult = (
  line: ImportLine,
  { reservation, error }: LineResult,
  success: 'possible' | 'booked',
): ImportLine => ({
  ...line,
  outcome: error ? 'refused' : success,
  reservation,
  problems: error ? [{ refusal: { ...error, fields: fieldErrorsOf(error.details) } }] : [],
})
