import { forEachInTurns } from '../platform/process/turn.ts'

/** A list as JSON. One of a year of slots or a thousand bookings is megabytes, and is written over several turns. */
export async function listAsJson(items: readonly unknown[]): Promise<Buffer> {
  const parts = [Buffer.from('[')]
  await forEachInTurns(items, (item, index) => {
    parts.push(Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`))
  })
  parts.push(Buffer.from(']'))
  return Buffer.concat(parts)
}
