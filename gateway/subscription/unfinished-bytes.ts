const maxOfSender = 4 * 1_048_576
const maxOfProcess = 64 * 1_048_576

/** Bytes of messages that have begun and are not whole, by sender and in total. */
export class UnfinishedBytes {
  readonly #senders = new Map<string, number>()
  #total = 0

  add(sender: string, bytes: number): void {
    const sum = (this.#senders.get(sender) ?? 0) + bytes
    if (sum > 0) this.#senders.set(sender, sum)
    else this.#senders.delete(sender)
    this.#total += bytes
  }

  isExceeded(sender: string): boolean {
    return this.#total > maxOfProcess || (this.#senders.get(sender) ?? 0) > maxOfSender
  }
}
