/** Shows on a terminal which step is being waited for, once it takes longer than a second. */
export interface Progress {
  step(text: string): void
  end(): void
}

const afterMilliseconds = 1_000

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let timer: NodeJS.Timeout | undefined
  const end = (): void => clearTimeout(timer)
  return {
    step(text) {
      end()
      if (stream.isTTY) timer = setTimeout(() => stream.write(`… ${text}\n`), afterMilliseconds)
    },
    end,
  }
}
