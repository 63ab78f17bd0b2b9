import WebSocket from 'ws'
import type { RunningProcess } from '../../testkit/process.ts'

/** The setting that exposes the memory of a process to the tests. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Bytes in use on the heap of a process once everything that can be collected is. */
export async function heapInUse({ output }: RunningProcess): Promise<number> {
  const address = /Debugger listening on (ws:\S+)/.exec(output())?.[1]
  if (address === undefined) throw new Error('The process cannot be inspected')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  let calls = 0
  const call = (method: string): Promise<{ usedSize?: number }> => {
    calls += 1
    const id = calls
    return new Promise((resolve) => {
      const listener = (data: Buffer): void => {
        const message = JSON.parse(data.toString()) as { id?: number; result: { usedSize?: number } }
        if (message.id !== id) return
        socket.off('message', listener)
        resolve(message.result)
      }
      socket.on('message', listener)
      socket.send(JSON.stringify({ id, method }))
    })
  }
  // Twice: what finalizers let go of is collected the second time.
  await call('HeapProfiler.collectGarbage')
  await call('HeapProfiler.collectGarbage')
  const { usedSize = 0 } = await call('Runtime.getHeapUsage')
  socket.close()
  return usedSize
}
