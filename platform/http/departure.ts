import type { ServerResponse } from 'node:http'
import { Cancellation, type CancelSignal } from '../process/cancellation.ts'
import { CallerLeft } from '../process/failures.ts'
import { RequestValue } from './request-value.ts'

const departures = new RequestValue<CancelSignal>()

/** Aborted when the connection closes before the response is sent; one signal for all that the request waits for. */
export function departureOf(response: ServerResponse): CancelSignal {
  const known = departures.of(response.req)
  if (known) return known
  const departure = new Cancellation()
  departures.set(response.req, departure)
  const leave = (): void => {
    if (!response.writableFinished) departure.abort(new CallerLeft())
  }
  if (response.closed) leave()
  else response.on('close', leave)
  return departure
}
