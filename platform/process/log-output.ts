import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { isClosedPipe } from './run-main.ts'

const retryMilliseconds = 100
/** How often the last lines are offered, at the exit, to a reader that takes none of them. */
const maxFinalRetries = 20

/** The output of a log. pino writes with `flushSync` before it ends the process because of a fatal error. */
export interface LogOutput extends DestinationStream {
  flushSync(): void
}

const isBusy = (error: Error): boolean => ['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Writes lines to a file descriptor in the background, so that a slow reader does not delay requests. When the reader
 * or the terminal is gone, lines are lost and the process continues. The destination of pino repeats a failed write at
 * the exit without end, and a closed terminal fails every one: a process with a line to write would never end.
 */
export function createLogOutput(fd: number): LogOutput {
  /** Not yet given to the system; what is being written comes before it. */
  let waiting: Buffer[] = []
  let isWriting = false
  let isClosed = false
  const close = (): void => {
    isClosed = true
    waiting = []
  }
  const take = (): Buffer => {
    const text = Buffer.concat(waiting)
    waiting = []
    return text
  }
  const writeNext = (): void => {
    if (isClosed || isWriting || waiting.length === 0) return
    isWriting = true
    const text = take()
    write(fd, text, (error, written) => {
      isWriting = false
      if (error && !isBusy(error)) {
        close()
        if (!isClosedPipe(error)) throw error
        return
      }
      if (written < text.length) waiting.unshift(text.subarray(written))
      if (error) setTimeout(writeNext, retryMilliseconds)
      else writeNext()
    })
  }
  return {
    write(line) {
      if (isClosed) return
      waiting.push(Buffer.from(line))
      writeNext()
    },
    flushSync() {
      let text = take()
      let retries = 0
      while (text.length > 0)
        try {
          text = text.subarray(writeSync(fd, text))
          retries = 0
        } catch (error) {
          if (!isBusy(error as Error) || retries === maxFinalRetries) return close()
          retries += 1
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMilliseconds)
        }
    },
  }
}

let standardOutput: LogOutput | undefined

/** The standard output of this process; what is left when it exits is written then. */
export function standardLogOutput(): LogOutput {
  if (!standardOutput) {
    const output = createLogOutput(1)
    process.on('exit', () => output.flushSync())
    standardOutput = output
  }
  return standardOutput
}
