/** An error response, thrown where there is no result to return it in. */
export class CenotesApiError extends Error {
  constructor(
    readonly status: number,
    /** Code of the error, such as INVALID_CURSOR; undefined for a response that is not of the API. */
    readonly code: string | undefined,
    /** The body of the response. */
    readonly body: unknown,
  ) {
    super(`The API responded ${status}${code === undefined ? '' : ` ${code}`}`)
    this.name = 'CenotesApiError'
  }

  static of(status: number, body: unknown): CenotesApiError {
    const { code, error } = (typeof body === 'object' && body !== null ? body : {}) as {
      code?: string
      error?: string | { code?: string }
    }
    return new CenotesApiError(status, typeof error === 'object' ? error.code : code, body)
  }
}
