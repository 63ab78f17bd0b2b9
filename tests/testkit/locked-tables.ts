import { overlapping } from './database.ts'

/**
 * Begins concurrent work on the keys of a partner while the partner is locked, and unlocks it once the given number of
 * sessions wait.
 */
export const overlappingAtPartner = <T>(
  accessDatabase: string,
  partnerId: string,
  waiting: number,
  begin: () => Promise<T>,
): Promise<T> => {
  const lock = { text: 'SELECT FROM sandbox.partner WHERE id = $1 FOR UPDATE', values: [partnerId] }
  return overlapping(accessDatabase, lock, waiting, begin)
}

/** The same for work that adds partners. */
export const overlappingAtNewPartners = <T>(
  accessDatabase: string,
  waiting: number,
  begin: () => Promise<T>,
): Promise<T> => {
  const lock = { text: 'LOCK TABLE sandbox.partner IN ROW EXCLUSIVE MODE', values: [] }
  return overlapping(accessDatabase, lock, waiting, begin)
}
