import { copyFile, open, stat, truncate, type FileHandle } from 'node:fs/promises'

/** A log beyond this size is moved aside; together with the one before it never takes much more than twice as much. */
const maxBytes = 10_000_000
const checkMilliseconds = 10_000
/** Readable by its owner only: messages of the server may quote input of callers. */
const ownerOnly = 0o600

/** Opens the log of a server for appending; `start` is where its own lines begin. */
export async function openLog(file: string): Promise<{ readonly handle: FileHandle; readonly start: number }> {
  const handle = await open(file, 'a+', ownerOnly)
  await handle.chmod(ownerOnly)
  await rotateWhenLarge(file)
  return { handle, start: (await handle.stat()).size }
}

/** Limits the size of the log of a running server; returns a function that stops it. */
export function boundLog(file: string, milliseconds = checkMilliseconds, bytes = maxBytes): () => void {
  const timer = setInterval(() => void rotateWhenLarge(file, bytes).catch(() => undefined), milliseconds).unref()
  return () => clearInterval(timer)
}

/** The last lines that a server wrote after `start`. */
export async function lastLines(file: string, start: number, characters = 2_000): Promise<string> {
  const log = await open(file)
  try {
    const { size } = await log.stat()
    const from = Math.max(start <= size ? start : 0, size - characters)
    const { buffer, bytesRead } = await log.read(Buffer.alloc(size - from), 0, size - from, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await log.close()
  }
}

/** The server has its file open for appending, so the file stays and its content moves to `<file>.1`. */
export async function rotateWhenLarge(file: string, bytes = maxBytes): Promise<void> {
  if ((await stat(file)).size <= bytes) return
  // On a full disk the copy fails, and free space matters more.
  await copyFile(file, `${file}.1`).catch(() => undefined)
  await truncate(file)
}
