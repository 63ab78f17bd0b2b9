/** A failure that the person who runs the process can resolve: its message is reported, without a stack. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Several such failures at once, one a line; `problems` lists them. */
export class OperatorErrors extends OperatorError {
  constructor(
    readonly problems: readonly string[],
    heading?: string,
  ) {
    super(heading === undefined ? problems.join('\n') : [heading, ...problems.map((text) => `  - ${text}`)].join('\n'))
  }
}
