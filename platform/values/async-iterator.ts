/**
 * Maps an async iterator. Unlike an async generator it forwards `return()` immediately, even while `next()` waits, so
 * that ending a quiet stream ends its source too.
 */
export function mapAsync<T, U>(source: AsyncIterator<T>, map: (value: T) => Promise<U> | U): AsyncIterableIterator<U> {
  return {
    async next() {
      const step = await source.next()
      if (step.done) return { done: true, value: undefined }
      try {
        return { done: false, value: await map(step.value) }
      } catch (error) {
        await source.return?.()
        throw error
      }
    },
    async return() {
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
