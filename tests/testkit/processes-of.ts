import { readdir, readFile } from 'node:fs/promises'
import { eventually } from './eventually.ts'

/**
 * Processes that a product with this data folder and its PostgreSQL consist of, on Linux: all of them have the setting
 * in their environment.
 */
export async function processesOf(dataFolder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      return environment.split('\0').includes(`DATA_DIR=${dataFolder}`) ? [pid] : []
    }),
  )
  return found.flat()
}

/** Waits until none of them is left. */
export const nothingRemains = (dataFolder: string): Promise<boolean> =>
  eventually(async () => (await processesOf(dataFolder)).length === 0, true, {
    describe: () => 'processes are left',
  })
