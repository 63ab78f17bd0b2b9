import { readFile, writeFile } from 'node:fs/promises'

/** A file of a process under /proc; undefined where there is none (only Linux has these files). */
export interface ProcessUse {
  /** Milliseconds of processor time since it started. */
  readonly cpuMilliseconds: number
  /** Peak memory since the last reset. */
  readonly peakMebibytes: number
}

const millisecondsPerTick = 10

export async function useOf(pid: number): Promise<ProcessUse> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')))
  // The name, in brackets, may have spaces; user and system time are the 12th and 13th field after it.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
  const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1] ?? NaN)
  return {
    cpuMilliseconds: (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick,
    peakMebibytes: kibibytes / 1_024,
  }
}

/** Resets the peak. */
export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5')
